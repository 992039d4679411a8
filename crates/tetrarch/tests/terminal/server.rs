//! A real server for the terminal tests, and a TLS proxy in front of it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

pub(crate) struct Server {
    process: Child,
    /// Kept open: a server that cannot write its output exits.
    _output: BufReader<ChildStdout>,
    folder: PathBuf,
    pub(crate) address: String,
}

/// The server's response to a new table.
pub(crate) struct CreatedTable {
    pub(crate) table: String,
    pub(crate) token: String,
    pub(crate) invites: serde_json::Value,
}

fn start(folder: &Path, listen: &str) -> (Child, BufReader<ChildStdout>, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_tetrarch"))
        .args(["serve", "--listen", listen, "--db"])
        .arg(format!("sqlite:{}", folder.join("games.db").display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a server");
    let mut line = String::new();
    let mut output = BufReader::new(process.stdout.take().expect("its output"));
    output.read_line(&mut line).expect("a line");
    let address = line.trim().rsplit("http://").next().expect("an address").to_string();
    (process, output, address)
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Server {
        let (process, output, address) = start(folder, "127.0.0.1:0");
        Server { process, _output: output, folder: folder.to_path_buf(), address }
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Restarts the server with the same database and address.
    pub(crate) fn start_again(&mut self) {
        (self.process, self._output, _) = start(&self.folder, &self.address);
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn new_table(&self, body: &str) -> CreatedTable {
        let mut stream = TcpStream::connect(&self.address).expect("the server");
        let length = body.len();
        write!(
            stream,
            "POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let json = answer.split("\r\n\r\n").nth(1).expect("a body");
        let json = &json[json.find('{').expect("an object")..=json.rfind('}').expect("its end")];
        let made: serde_json::Value = serde_json::from_str(json).expect("JSON");
        let text = |name: &str| made[name].as_str().expect(name).to_string();
        CreatedTable { table: text("table"), token: text("token"), invites: made["invites"].clone() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A reverse proxy that terminates TLS.
pub(crate) struct Proxy {
    pub(crate) url: String,
    /// A file with the certificate to trust.
    pub(crate) certificate: PathBuf,
    _runtime: Runtime,
}

impl Proxy {
    pub(crate) fn before(server: &Server, folder: &Path) -> Proxy {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_string()]).expect("a certificate");
        let certificate = folder.join("trusted.pem");
        std::fs::write(&certificate, made.cert.pem()).expect("a file");
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("a configuration");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let runtime = Runtime::new().expect("a runtime");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        runtime.spawn(pass_on(listener, acceptor, server.address.clone()));
        Proxy { url: format!("https://localhost:{port}"), certificate, _runtime: runtime }
    }
}

async fn pass_on(listener: TcpListener, acceptor: TlsAcceptor, server: String) {
    while let Ok((client, _)) = listener.accept().await {
        let (acceptor, server) = (acceptor.clone(), server.clone());
        tokio::spawn(async move {
            let Ok(mut client) = acceptor.accept(client).await else { return };
            let Ok(mut server) = tokio::net::TcpStream::connect(server).await else { return };
            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
        });
    }
}
