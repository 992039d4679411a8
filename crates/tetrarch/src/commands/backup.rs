//! `tetrarch backup` and `tetrarch restore`: everything the server keeps, as one file.

use crate::cli::BackupArgs;
use crate::commands::serve::{usual_database, without_password};
use anyhow::Context as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

fn run<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("starting")?;
    runtime.block_on(work)
}

/// Writes a backup. The file is there only when it is whole.
pub(crate) fn write(args: &BackupArgs) -> anyhow::Result<()> {
    let database = args.db.clone().map_or_else(usual_database, Ok)?;
    let to_output = args.file == Path::new("-");
    let half = args.file.with_extension("part");
    let mut out: Box<dyn Write> = if to_output {
        Box::new(io::stdout().lock())
    } else {
        // For nobody else's eyes: it holds all that the database does.
        let file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&half);
        let file = file.with_context(|| format!("making {}", half.display()))?;
        Box::new(BufWriter::new(file))
    };
    let counted = run(async {
        let counted = tetrarch_server::backup(&database, &mut out).await;
        counted.with_context(|| format!("reading {}", without_password(&database)))
    })?;
    out.flush().context("writing")?;
    drop(out);
    if !to_output {
        // On the disk before it has its name: else a crash could leave the name without what it stands for.
        let whole = File::open(&half).and_then(|file| file.sync_all());
        whole.with_context(|| format!("writing {}", half.display()))?;
        std::fs::rename(&half, &args.file).with_context(|| format!("making {}", args.file.display()))?;
    }
    eprintln!("The backup is whole. Games: {}, people: {}.", counted.games, counted.people);
    Ok(())
}

/// Reads a backup into an empty database.
pub(crate) fn read(args: &BackupArgs) -> anyhow::Result<()> {
    let database = args.db.clone().map_or_else(usual_database, Ok)?;
    let mut lines: Box<dyn BufRead> = if args.file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&args.file).with_context(|| format!("opening {}", args.file.display()))?;
        Box::new(BufReader::new(file))
    };
    let counted = run(async {
        let counted = tetrarch_server::restore(&database, &mut lines).await;
        counted.with_context(|| format!("restoring to {}", without_password(&database)))
    })?;
    eprintln!("All is restored. Games: {}, people: {}.", counted.games, counted.people);
    Ok(())
}
