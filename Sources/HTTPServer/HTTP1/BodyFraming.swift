/// The delimitation of a response's body in HTTP/1.1 (RFC 9112 6).
enum BodyFraming: Hashable {
    /// By Content-Length.
    case length
    /// By chunks, for a body whose length is not known.
    case chunks
    /// By the end of the connection, for HTTP/1.0 clients and bodies of unknown length.
    case untilClose
}
