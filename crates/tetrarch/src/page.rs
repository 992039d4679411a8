//! The files of the web page, as listed by the build script.

use tetrarch_server::StaticFile;

include!(concat!(env!("OUT_DIR"), "/page.rs"));
