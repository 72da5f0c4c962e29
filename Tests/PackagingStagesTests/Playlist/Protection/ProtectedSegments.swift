import HLS
import Media

/// Scripted segments of an encrypted rendition.
struct ProtectedSegments {
    private(set) var segments: ScriptedSegments
    let method: SegmentProtection.Method
    private var start = MediaTime.zero
    private(set) var period = -1

    init(_ segments: ScriptedSegments, _ method: SegmentProtection.Method) {
        (self.segments, self.method) = (segments, method)
    }

    /// Continues in a later run at a time.
    mutating func resume(at time: MediaTime) { start = time }

    static func keyID(_ period: Int, _ rendition: Rendition) -> [UInt8] {
        [UInt8](repeating: rendition.mediaType == .video ? 0x10 : 0x20, count: 15) + [UInt8(period)]
    }

    /// The protection of a period, with two systems that playlists declare and one that only manifests do.
    static func protection(
        _ method: SegmentProtection.Method, _ period: Int, _ rendition: Rendition
    ) -> SegmentProtection {
        let name = "\(rendition.mediaType.rawValue)-\(period)"
        var identity = KeyDeclaration(uri: "../keys/\(name).bin")
        guard method != .aes128 else {
            return SegmentProtection(
                method, period: period, keyIdentifiers: [keyID(period, rendition)],
                vector: [UInt8](repeating: UInt8(period + 1), count: 16), declarations: [identity])
        }
        identity.uri = "skd://\(name)"
        identity.keyFormat = "com.apple.streamingkeydelivery"
        identity.keyFormatVersions = [1]
        var widevine = KeyDeclaration(
            systemID: Array(0..<16), keyFormat: "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
            uri: "data:text/plain;base64,\(name)")
        widevine.keyFormatVersions = [1]
        widevine.includesKeyIdentifier = true
        widevine.sessionURI = "data:text/plain;base64,session-\(name)"
        widevine.systemBox = [0, 0, 0, 8] + Array("pssh".utf8)
        return SegmentProtection(
            method, period: period, keyIdentifiers: [keyID(period, rendition)],
            declarations: [identity, widevine, KeyDeclaration(systemID: Array(1...16))])
    }

    /// The initialization segment of the next period.
    mutating func beginPeriod(_ number: Int? = nil) -> Segment {
        period = number ?? period + 1
        var segment = segments.initialization(filler: method == .aes128 ? 1 : UInt8(period + 1))
        segment.protection = Self.protection(method, period, segments.rendition)
        return segment
    }

    mutating func next(lasting duration: MediaTime = .seconds(6), bytes: Int = 6000) -> Segment {
        var segment = segments.next(at: start, lasting: duration, bytes: bytes)
        segment.protection = Self.protection(method, period, segments.rendition)
        start += duration
        return segment
    }

    mutating func gap() -> Segment {
        defer { start += .seconds(6) }
        return segments.gap(at: start, lasting: .seconds(6))
    }

    func part(_ number: Int, isLast: Bool = false) -> Segment {
        var part = segments.part(
            number, at: start + .seconds(Int64(number)), lasting: .seconds(1), isLast: isLast)
        part.protection = Self.protection(method, period, segments.rendition)
        return part
    }
}
