//! Builds the web page in `web/` with Node, embeds its files in the program, and records the commit it was built from. Without
//! Node or its packages the build still succeeds, and the server says on its page what is missing.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of the page, below `web/`.
const SOURCES: [&str; 9] = [
    "build",
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this variable"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this variable"));
    let web = here.join("../../web");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    println!("cargo::rerun-if-env-changed=TETRARCH_WITHOUT_PAGE");
    println!("cargo::rerun-if-env-changed=TETRARCH_PAGE");
    let built = env::var_os("TETRARCH_PAGE").map_or_else(|| out.join("page"), PathBuf::from);
    let mut files = Vec::new();
    match page(&web, &out, &built)
        .and_then(|()| list(&built, "", &mut files).map_err(|error| error.to_string()))
    {
        Ok(()) => {}
        Err(why) => {
            println!("cargo::warning=building without the web page: {why}");
            files.clear();
        }
    }
    fs::write(out.join("page.rs"), code(&built, &files)).expect("OUT_DIR is writable");
    println!("cargo::rustc-env=TETRARCH_BUILT_FROM={}", built_from(&here.join("../..")));
}

/// Makes sure that the page is built and up to date. `TETRARCH_PAGE` names a page that was built elsewhere.
fn page(web: &Path, out: &Path, built: &Path) -> Result<(), String> {
    if env::var_os("TETRARCH_PAGE").is_some() {
        return Ok(());
    }
    let (stamp, seen) = (out.join("page.stamp"), fingerprint(web).map_err(|error| error.to_string())?);
    let wanted = env::var_os("TETRARCH_WITHOUT_PAGE").is_none();
    if wanted && built.is_dir() && fs::read_to_string(&stamp).is_ok_and(|last| last == seen) {
        return Ok(());
    }
    let _ = fs::remove_dir_all(built);
    build(web, built)?;
    fs::write(stamp, seen).map_err(|error| error.to_string())
}

/// The names, sizes and times of the source files.
fn fingerprint(web: &Path) -> io::Result<String> {
    let mut seen = String::new();
    for source in SOURCES {
        let path = web.join(source);
        let mut files = Vec::new();
        if path.is_dir() {
            list(&path, &format!("{source}/"), &mut files)?;
        } else {
            files.push(source.to_string());
        }
        for name in files {
            if let Ok(about) = fs::metadata(web.join(&name)) {
                let _ = writeln!(seen, "{name} {} {:?}", about.len(), about.modified()?);
            }
        }
    }
    Ok(seen)
}

/// The commit of a release build, in brackets after a space; empty if unknown. Other builds omit it, since they would be rebuilt
/// after every commit.
fn built_from(root: &Path) -> String {
    println!("cargo::rerun-if-env-changed=TETRARCH_COMMIT");
    let from_env = env::var("TETRARCH_COMMIT").ok().filter(|commit| !commit.is_empty());
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = from_env.or_else(|| if release { commit(root) } else { None });
    commit.map(|commit| format!(" ({})", commit.trim())).unwrap_or_default()
}

/// The commit of the checkout. `None` if this directory is not the root of a checkout.
fn commit(root: &Path) -> Option<String> {
    let git = |args: &[&str]| output(Command::new("git").args(args).current_dir(root)).ok();
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top.trim()).ok()? != fs::canonicalize(root).ok()? {
        return None;
    }
    for file in ["logs/HEAD", "HEAD"] {
        let path = root.join(git(&["rev-parse", "--git-path", file])?.trim());
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// Builds the page into `built`.
fn build(web: &Path, built: &Path) -> Result<(), String> {
    if env::var_os("TETRARCH_WITHOUT_PAGE").is_some() {
        return Err("TETRARCH_WITHOUT_PAGE is set".to_string());
    }
    let version = output(Command::new("node").arg("--version"))
        .map_err(|_| "Node 20 or newer is required, but Node is not installed")?;
    let major =
        version.trim().trim_start_matches('v').split('.').next().and_then(|part| part.parse::<u32>().ok());
    if major.is_none_or(|major| major < 20) {
        return Err(format!("Node 20 or newer is required, found {}", version.trim()));
    }
    if !is_current(web) {
        output(
            Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--prefer-offline"]).current_dir(web),
        )?;
        fs::copy(web.join("package-lock.json"), web.join("node_modules/.tetrarch-lock"))
            .map_err(|error| error.to_string())?;
    }
    output(Command::new("npm").args(["run", "build"]).current_dir(web).env("PAGE_OUT", built)).map(drop)
}

/// Whether the installed packages match the lock file.
fn is_current(web: &Path) -> bool {
    let lock = fs::read(web.join("package-lock.json")).ok();
    lock.is_some() && lock == fs::read(web.join("node_modules/.tetrarch-lock")).ok()
}

fn output(command: &mut Command) -> Result<String, String> {
    let done = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let said = [done.stdout, done.stderr].concat();
    // Cargo only shows the first line of a warning.
    Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&said).trim().replace('\n', " | ")))
}

/// Lists the files below a directory, by their path on the page.
fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}

/// The file list as Rust code. `NAME.br` is the compressed form of `NAME`.
fn code(built: &Path, files: &[String]) -> String {
    let mut code = String::from("pub(crate) const PAGE: &[StaticFile] = &[\n");
    let include = |name: &str| format!("include_bytes!({:?})", built.join(name).display().to_string());
    for name in files.iter().filter(|name| !name.ends_with(".br")) {
        let pressed = format!("{name}.br");
        let brotli =
            if files.contains(&pressed) { format!("Some({})", include(&pressed)) } else { "None".into() };
        let _ =
            writeln!(code, "StaticFile {{ path: {name:?}, bytes: {}, brotli: {brotli} }},", include(name));
    }
    code.push_str("];\n");
    code
}
