//! `tetrarch health`: checks whether a server is ready, for containers without another HTTP client.

use super::serve;
use anyhow::{Context as _, bail};
use clap::Args;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::Duration;

/// The timeout of connecting and of reading.
const TIMEOUT: Duration = Duration::from_secs(4);

#[derive(Args, Debug)]
pub(crate) struct HealthArgs {
    /// Address the server listens on
    #[arg(value_name = "ADDRESS", env = "TETRARCH_LISTEN", default_value = serve::DEFAULT_ADDRESS)]
    address: String,
}

pub(crate) fn run(args: &HealthArgs) -> anyhow::Result<()> {
    let named = args.address.to_socket_addrs().ok().and_then(|mut found| found.next());
    let address = reachable(named.with_context(|| {
        format!("invalid address {:?}: expected HOST:PORT, such as {}", args.address, serve::DEFAULT_ADDRESS)
    })?);
    let answer = request_readiness(address)
        .with_context(|| format!("no answer from {address}: is the server running?"))?;
    if answer.split_whitespace().nth(1) != Some("200") {
        bail!("the server at {address} is not ready: {}", answer.lines().next().unwrap_or_default());
    }
    println!("The server at {address} is ready.");
    Ok(())
}

/// The loopback address for a server that listens on all addresses.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

fn request_readiness(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
