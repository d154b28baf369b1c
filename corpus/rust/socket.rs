// There is no network.
// case: => inconclusive unsupported line=4
fn main() {
    drop(std::net::TcpListener::bind("127.0.0.1:0"));
}
