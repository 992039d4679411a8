//! `tetrarch backup` and `tetrarch restore`: copies the database to and from a file.

use crate::cli::BackupArgs;
use crate::commands::serve::{default_database, without_password};
use anyhow::Context as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use tetrarch_server::BackupCounts;

fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("failed to start the async runtime")?;
    runtime.block_on(work)
}

/// A partially written file. It is deleted on drop unless it was renamed.
struct PartialFile(PathBuf);

impl PartialFile {
    /// Creates a file beside the target. Only its owner may read it, since it will hold the whole database.
    fn create_for(file: &Path) -> anyhow::Result<(PartialFile, File)> {
        let mut name = file.file_name().context("the backup path has no file name")?.to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let path = file.with_file_name(name);
        let opened = File::options().write(true).create_new(true).mode(0o600).open(&path);
        let opened = opened.with_context(|| format!("failed to create {}", path.display()))?;
        Ok((PartialFile(path), opened))
    }

    /// Syncs the file to disk and renames it. Without the sync, a crash could leave the name with incomplete content.
    fn rename_to(self, file: &Path) -> anyhow::Result<()> {
        let named = File::open(&self.0).and_then(|half| half.sync_all());
        named
            .and_then(|()| fs::rename(&self.0, file))
            .with_context(|| format!("failed to create {}", file.display()))
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // A renamed file no longer exists under this path.
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes a backup. The file appears only when it is complete.
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
    eprintln!("Backup complete. Games: {}, people: {}.", counted.games, counted.people);
    Ok(())
}

fn copy_database(database: &str, mut out: impl Write) -> anyhow::Result<BackupCounts> {
    let shown = || format!("failed to back up {}", without_password(database));
    let counted = block_on(async { tetrarch_server::backup(database, &mut out).await.map_err(Into::into) })
        .with_context(shown)?;
    out.flush().context("failed to write the backup file").with_context(shown)?;
    Ok(counted)
}

/// Restores a backup into an empty database.
pub(crate) fn restore(args: &BackupArgs) -> anyhow::Result<()> {
    let database = args.db.clone().map_or_else(default_database, Ok)?;
    let mut lines: Box<dyn BufRead> = if args.file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file =
            File::open(&args.file).with_context(|| format!("failed to open {}", args.file.display()))?;
        Box::new(BufReader::new(file))
    };
    let counted = block_on(async {
        let counted = tetrarch_server::restore(&database, &mut lines).await;
        counted.with_context(|| format!("failed to restore to {}", without_password(&database)))
    })?;
    eprintln!("Restore complete. Games: {}, people: {}.", counted.games, counted.people);
    Ok(())
}
