import CCurl
import CCurlLibraries
import Glibc

/// One transfer by libcurl; used on the transfer thread only.
final class CurlTransfer {
    let handle: UnsafeMutableRawPointer
    private let request: FetchRequest
    /// Released before completion is reported, so that nothing retains it afterwards.
    private var sink: (any FetchSink)?
    private let finished: FetchEngine.Finished
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var head: ResponseHead?
    private var headerSize = 0
    private var received = 0
    /// The number of bytes of the request body sent so far.
    private var sent = 0
    private var hasBegun = false
    /// The widest scope of the servers contacted so far.
    private var scope: AddressScope?
    /// The error that ended the transfer.
    private var problem: TransferError?
    /// The reason why a server was not contacted; used if no other server could be.
    private var refusal: TransferError?

    /// nil if libcurl is out of memory.
    init?(_ start: FetchStart) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        request = start.request
        sink = start.sink
        finished = start.finished
        prepare()
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(fields)
    }

    private func prepare() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA] {
            sluice_curl_set_pointer(handle, option, this)
        }
        sluice_curl_set_receivers(handle, receiveHeader, receiveBody)
        sluice_curl_set_guards(handle, openSocket, allowRequest)
        sluice_curl_set_text(handle, CURLOPT_URL, request.url)
        sluice_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        sluice_curl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        sluice_curl_set_text(handle, CURLOPT_USERAGENT, "sluice")
        let limits = request.limits
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, min(limits.redirects, 1)),
            (CURLOPT_MAXREDIRS, limits.redirects),
            (CURLOPT_CONNECTTIMEOUT, limits.connectSeconds), (CURLOPT_LOW_SPEED_TIME, limits.slowSeconds),
            (CURLOPT_LOW_SPEED_LIMIT, limits.minimumRate), (CURLOPT_TIMEOUT, limits.totalSeconds),
            (CURLOPT_BUFFERSIZE, 256 << 10),
        ]
        for (option, value) in numbers { sluice_curl_set_number(handle, option, value) }
        if request.isOutdatedHandshake { prepareOutdatedHandshake() }
        if request.acceptsCompression { sluice_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate") }
        if let range = request.range {
            let last = range.length.map { String(range.offset + $0 - 1) } ?? ""
            sluice_curl_set_text(handle, CURLOPT_RANGE, "\(range.offset)-\(last)")
        }
        if let validator = request.ifRange { add("If-Range: \(validator)") }
        if let authorities = request.authorities { sluice_curl_set_text(handle, CURLOPT_CAINFO, authorities) }
        if request.prepareTLS != nil { _ = sluice_curl_set_tls(handle, prepareTLS, this) }
        if let path = request.unixSocket {
            sluice_curl_set_text(handle, CURLOPT_UNIX_SOCKET_PATH, path)
            sluice_curl_set_text(handle, CURLOPT_NOPROXY, "*")
        }
        prepareMethod()
        if request.rules.fieldsOrigin == WebURL(request.url)?.origin { request.rules.fields.forEach(add) }
        if let fields { sluice_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields) }
    }

    private func prepareOutdatedHandshake() {
        let versions = Int(CURL_SSLVERSION_TLSv1_0) | Int(CURL_SSLVERSION_MAX_TLSv1_1)
        for (option, value) in [
            (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_SSLVERSION, versions), (CURLOPT_SSL_VERIFYPEER, 0),
            (CURLOPT_SSL_VERIFYHOST, 0),
        ] {
            sluice_curl_set_number(handle, option, value)
        }
        // Overrides OpenSSL's minimum protocol version.
        sluice_curl_set_text(handle, CURLOPT_SSL_CIPHER_LIST, "DEFAULT:@SECLEVEL=0")
    }

    private func prepareMethod() {
        switch request.method {
        case .get: break
        case .head: sluice_curl_set_number(handle, CURLOPT_NOBODY, 1)
        case .delete: sluice_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, "DELETE")
        case .put(let body): prepareUpload(body)
        case .post(let body):
            prepareUpload(body)
            sluice_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, "POST")
        }
    }

    private func prepareUpload(_ body: any FetchBody) {
        sluice_curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
        sluice_curl_set_pointer(handle, CURLOPT_SEEKDATA, Unmanaged.passUnretained(self).toOpaque())
        sluice_curl_set_senders(handle, sendBody, seekBody)
        sluice_curl_set_number(handle, CURLOPT_UPLOAD, 1)
        sluice_curl_set_number(handle, CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
        if let size = body.size {
            sluice_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(size))
        } else {
            add("Transfer-Encoding: chunked")
        }
        // Waiting for `100 Continue` would cost a round trip per request.
        add("Expect:")
    }

    /// Continues reading the request body.
    func resume() { curl_easy_pause(handle, CURLPAUSE_CONT) }

    private func add(_ field: String) { fields = curl_slist_append(fields, field) }
}

// Callbacks of libcurl.
extension CurlTransfer {
    /// Whether a server at this address may be contacted.
    fileprivate func allows(_ address: IPAddress?) -> Bool {
        // A Unix socket has no address, and with a proxy, the peer address is not the server's.
        if request.unixSocket != nil { return true }
        let rules = request.rules.redirected(by: scope)
        do throws(TransferError) {
            if ProxySettings.areInUse {
                try rules.validate(effectiveURL)
            } else if let address {
                try rules.validate(address, of: effectiveURL)
            } else {
                return false
            }
            return true
        } catch {
            refusal = error
            return false
        }
    }

    /// Records that a request is about to be sent to this address; returns whether it is allowed.
    fileprivate func begin(at address: IPAddress?) -> Bool {
        guard allows(address) else { return false }
        // After redirects, the responding server may be in a wider scope than the first one.
        let server = ProxySettings.areInUse ? WebURL(effectiveURL).flatMap { IPAddress($0.host) } : address
        let here = server.map { request.rules.table.scope(of: $0) } ?? .anywhere
        scope = min(scope ?? here, here)
        return true
    }

    fileprivate func handleHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerSize += bytes.count
        guard headerSize <= request.limits.headerSize else {
            problem = TransferError(
                .tooLarge, "the header of '\(request.url)' has more than \(request.limits.headerSize) bytes")
            return false
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            head = ResponseHead(status: sluice_curl_number(handle, CURLINFO_RESPONSE_CODE))
        } else {
            head?.parse(line)
        }
        return true
    }

    fileprivate func handleBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        received += bytes.count
        do throws(TransferError) {
            if !hasBegun {
                guard let head, head.status == 200 || head.status == 206 || request.acceptsAnyStatus else {
                    return received <= 64 << 10
                }
                try begin(head)
            }
            guard received <= request.limits.size else { throw tooLarge }
            try sink?.write(bytes)
            return true
        } catch {
            problem = error
            return false
        }
    }

    /// Copies bytes of the request body; returns their number, or nil if none are available yet.
    fileprivate func readBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let body: any FetchBody
        switch request.method {
        case .put(let content), .post(let content): body = content
        case .get, .head, .delete: return 0
        }
        guard let count = body.read(into: buffer, at: sent) else { return nil }
        sent += count
        return count
    }

    fileprivate func prepare(tls context: UnsafeMutableRawPointer) { request.prepareTLS?(context) }

    fileprivate func seek(to offset: Int) { sent = offset }

    private func begin(_ head: ResponseHead) throws(TransferError) {
        guard !hasBegun else { return }
        hasBegun = true
        if let length = head.contentLength, length > request.limits.size { throw tooLarge }
        if head.isEncoded, !request.acceptsCompression {
            throw TransferError(.malformed, "'\(request.url)' was sent compressed, which was not requested")
        }
        try sink?.begin(head)
    }

    private var tooLarge: TransferError {
        TransferError(.tooLarge, "'\(request.url)' exceeds the limit of \(request.limits.size) bytes")
    }

    private var effectiveURL: String {
        sluice_curl_text(handle, CURLINFO_EFFECTIVE_URL).map { String(cString: $0) } ?? request.url
    }
}

// Completion.
extension CurlTransfer {
    func finish(_ code: CURLcode) {
        let result = result(code)
        sink = nil
        finished(result)
    }

    func cancel() {
        sink = nil
        finished(.failure(TransferError(.cancelled, "'\(request.url)' was cancelled")))
    }

    private func result(_ code: CURLcode) -> Result<FetchOutcome, TransferError> {
        if let problem { return .failure(problem) }
        if request.isOutdatedHandshake, code == CURLE_OK {
            return .success(FetchOutcome(head: ResponseHead(status: 0), url: request.url, scope: .anywhere))
        }
        if let head, head.status >= 300 && !request.acceptsAnyStatus || code == CURLE_WRITE_ERROR {
            return .failure(statusProblem(head))
        }
        guard code == CURLE_OK, var head else { return .failure(refusal ?? transportProblem(code)) }
        do throws(TransferError) {
            guard head.status == 200 || head.status == 206 || request.acceptsAnyStatus else {
                throw statusProblem(head)
            }
            try begin(head)
            // libcurl also parses the date format.
            head.retryAfter = head.retryAfter ?? positive(sluice_curl_number(handle, CURLINFO_RETRY_AFTER))
            return .success(
                FetchOutcome(head: head, url: effectiveURL, scope: scope ?? .anywhere, measures: measures))
        } catch {
            return .failure(error)
        }
    }

    private func positive(_ number: Int) -> Double? { number > 0 ? Double(number) : nil }

    private var measures: FetchMeasures {
        var measures = FetchMeasures()
        measures.firstByte = Double(sluice_curl_number(handle, CURLINFO_STARTTRANSFER_TIME_T)) / 1e6
        measures.lastByte = Double(sluice_curl_number(handle, CURLINFO_TOTAL_TIME_T)) / 1e6
        measures.size = sluice_curl_number(handle, CURLINFO_SIZE_DOWNLOAD_T)
        measures.redirects = sluice_curl_number(handle, CURLINFO_REDIRECT_COUNT)
        let version = sluice_curl_number(handle, CURLINFO_HTTP_VERSION)
        measures.httpVersion =
            switch version {
            case CURL_HTTP_VERSION_1_0, CURL_HTTP_VERSION_1_1: 1
            case CURL_HTTP_VERSION_2_0: 2
            case CURL_HTTP_VERSION_3: 3
            default: nil
            }
        return measures
    }

    private func statusProblem(_ head: ResponseHead) -> TransferError {
        // Redirects that were not followed: too many, another scheme, or a forbidden address.
        if (300..<400).contains(head.status) {
            return refusal
                ?? TransferError(
                    .refused,
                    "'\(request.url)' redirects more than \(request.limits.redirects) times, or to a URL other than "
                        + "http: and https:")
        }
        return TransferError(
            .status(head.status), "the server responded with status \(head.status) for '\(request.url)'",
            retryAfter: head.retryAfter)
    }

    private func transportProblem(_ code: CURLcode) -> TransferError {
        let kind: TransferError.Kind =
            switch code {
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_TOO_MANY_REDIRECTS,
                CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM:
                .refused
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_BAD_CONTENT_ENCODING, CURLE_WEIRD_SERVER_REPLY: .malformed
            case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY,
                CURLE_SSL_CONNECT_ERROR:
                .unreachable
            default: .truncated
            }
        let words = String(cString: curl_easy_strerror(code))
        let detail = "\(words.prefix(1).lowercased())\(words.dropFirst())"
        var error = TransferError(kind, "'\(request.url)' cannot be fetched: \(detail)")
        error.detail = detail
        return error
    }
}

private func transfer(_ data: UnsafeMutableRawPointer?) -> CurlTransfer? {
    data.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ data: UnsafeMutableRawPointer?
) -> Int {
    let all = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(data)?.handleHeader(all) == true ? all.count : -1
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ data: UnsafeMutableRawPointer?
) -> Int {
    let all = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(data)?.handleBody(all) == true ? all.count : -1
}

private func sendBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ data: UnsafeMutableRawPointer?
) -> Int {
    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    guard let transfer = transfer(data) else { return Int(CURL_READFUNC_ABORT) }
    return transfer.readBody(buffer) ?? Int(CURL_READFUNC_PAUSE)
}

/// Rewinds the request body when libcurl sends a request again, for example on a new connection.
private func seekBody(_ data: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
    guard origin == SEEK_SET, let transfer = transfer(data) else { return CURL_SEEKFUNC_CANTSEEK }
    transfer.seek(to: Int(offset))
    return CURL_SEEKFUNC_OK
}

private func prepareTLS(
    _ handle: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
) -> CURLcode {
    if let context { transfer(data)?.prepare(tls: context) }
    return CURLE_OK
}

/// Opens a socket unless the rules forbid the address.
private func openSocket(
    _ data: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address, let transfer = transfer(data) else { return -1 }
    let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
    let server = IPAddress(socket: UnsafeRawPointer(address) + offset, count: Int(address.pointee.addrlen))
    guard transfer.allows(server) else { return -1 }
    return socket(
        address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
}

/// Checks each request, since connections are reused by requests with other rules.
private func allowRequest(
    _ data: UnsafeMutableRawPointer?, _ server: UnsafeMutablePointer<CChar>?, _ local: UnsafeMutablePointer<CChar>?,
    _ serverPort: Int32, _ localPort: Int32
) -> Int32 {
    let address = server.flatMap { IPAddress(String(cString: $0)) }
    return transfer(data)?.begin(at: address) == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
