//! `tetrarch backup` and `tetrarch restore`: everything the server keeps, as one file.

use crate::cli::BackupArgs;
use crate::commands::serve::{default_database, without_password};
use anyhow::Context as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use tetrarch_server::BackupCounts;

fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("starting")?;
    runtime.block_on(work)
}

/// A file on its way to its name. Whatever is left of it goes when it is dropped.
struct PartialFile(PathBuf);

impl PartialFile {
    /// A new file beside the one that is wanted, for nobody else's eyes: it will hold all that the database does.
    fn create_for(file: &Path) -> anyhow::Result<(PartialFile, File)> {
        let mut name = file.file_name().context("a backup needs the name of a file")?.to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let path = file.with_file_name(name);
        let opened = File::options().write(true).create_new(true).mode(0o600).open(&path);
        let opened = opened.with_context(|| format!("making {}", path.display()))?;
        Ok((PartialFile(path), opened))
    }

    /// Gives it its name once it is on the disk: else a crash could leave the name without what it stands for.
    fn rename_to(self, file: &Path) -> anyhow::Result<()> {
        let named = File::open(&self.0).and_then(|half| half.sync_all());
        named.and_then(|()| fs::rename(&self.0, file)).with_context(|| format!("making {}", file.display()))
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // There is nothing left of one that has its name.
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes a backup. The file is there only when it is whole.
pub(crate) fn backup(args: &BackupArgs) -> anyhow::Result<()> {
    let database = args.db.clone().map_or_else(default_database, Ok)?;
    let counted = if args.file == Path::new("-") {
        copy_database(&database, io::stdout().lock())?
    } else {
        let (half, file) = PartialFile::create_for(&args.file)?;
        let counted = copy_database(&database, BufWriter::new(file))?;
        half.rename_to(&args.file)?;
        counted
    };
    eprintln!("The backup is whole. Games: {}, people: {}.", counted.games, counted.people);
    Ok(())
}

fn copy_database(database: &str, mut out: impl Write) -> anyhow::Result<BackupCounts> {
    let shown = || format!("backing up {}", without_password(database));
    let counted = block_on(async { tetrarch_server::backup(database, &mut out).await.map_err(Into::into) })
        .with_context(shown)?;
    out.flush().context("the file of the backup").with_context(shown)?;
    Ok(counted)
}

/// Reads a backup into an empty database.
pub(crate) fn restore(args: &BackupArgs) -> anyhow::Result<()> {
    let database = args.db.clone().map_or_else(default_database, Ok)?;
    let mut lines: Box<dyn BufRead> = if args.file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&args.file).with_context(|| format!("opening {}", args.file.display()))?;
        Box::new(BufReader::new(file))
    };
    let counted = block_on(async {
        let counted = tetrarch_server::restore(&database, &mut lines).await;
        counted.with_context(|| format!("restoring to {}", without_password(&database)))
    })?;
    eprintln!("All is restored. Games: {}, people: {}.", counted.games, counted.people);
    Ok(())
}
