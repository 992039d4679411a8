//! The page to play on, as the build script has left it.

use tetrarch_server::StaticFile;

include!(concat!(env!("OUT_DIR"), "/page.rs"));
