//! A minimal HTTP/1.1 client: one connection, one request at a time. It sends what the test says and repeats nothing, so that an
//! answer stands for one request.

use serde_json::Value;
use std::io;
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// A keep-alive connection to the server.
pub(crate) struct HttpConnection {
    stream: BufReader<TcpStream>,
    /// The bearer token sent with each request.
    pub(crate) token: Option<String>,
}

impl HttpConnection {
    pub(crate) async fn connect(address: SocketAddr) -> io::Result<HttpConnection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(HttpConnection { stream: BufReader::new(stream), token: None })
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> io::Result<(u16, Value)> {
        self.request("POST", path, &body.to_string()).await
    }

    /// The response is a string if it is not JSON.
    #[allow(dead_code, reason = "not every test reads")]
    pub(crate) async fn get(&mut self, path: &str) -> io::Result<(u16, Value)> {
        self.request("GET", path, "").await
    }

    async fn request(&mut self, method: &str, path: &str, body: &str) -> io::Result<(u16, Value)> {
        let authorization = self.token.as_ref().map(|token| format!("authorization: Bearer {token}\r\n"));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{}\
             content-length: {}\r\n\r\n{body}",
            authorization.unwrap_or_default(),
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let status = self.line().await?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(malformed)?;
        let mut length = 0;
        loop {
            let line = self.line().await?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().map_err(|_| malformed())?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok((status, serde_json::from_slice(&body).unwrap_or_else(|_| text(&body))))
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_string())
    }
}

fn text(body: &[u8]) -> Value {
    String::from_utf8_lossy(body).into_owned().into()
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "malformed response")
}
