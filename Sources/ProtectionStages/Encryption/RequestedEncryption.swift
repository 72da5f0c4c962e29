import ContentKeys
import ContentProtection
package import Media
package import StageKit
import SystemTime

/// The encryption of segments one at a time and in any order, as ``EncryptSegments`` encrypts them with the same keys.
///
/// The vectors of `cenc` depend on all segments before, so only `aes-128` and `cbcs` are supported.
package struct RequestedEncryption: Sendable {
    /// The encryption of the segments that follow an initialization segment.
    package struct Format: Sendable {
        fileprivate let period: RenditionPeriod
        fileprivate let rendition: Rendition

        /// Returns an encrypted segment, by its index in the rendition and its start: the vectors of `aes-128` depend on
        /// them.
        package func encrypt(_ clear: ByteRope, index: Int, start: MediaTime) throws(StageError) -> ByteRope {
            var period = period
            let segment = Segment(
                rendition: rendition, kind: .separable, index: index, data: clear,
                report: SegmentReport(kind: .separable))
            do throws(ProtectionError) {
                let job = try period.prepare(segment, KeyPeriod(start: .zero), start: start)
                return try job.run(memory: SystemMemory()).data
            } catch {
                throw StageError(.damagedInput, "cannot encrypt rendition '\(rendition.id)': \(error)")
            }
        }
    }

    private let settings: EncryptionSettings
    private let keys: KeySet

    /// Loads the keys, which may wait for a server. Throws for options that contradict each other, and for keys that cannot
    /// be loaded.
    package init(_ options: EncryptSegments.Options) throws(StageError) {
        if let (message, expected) = Self.contradiction(options) {
            throw StageError(.invalidOptions, "\(message); use \(expected)")
        }
        settings = EncryptionSettings(
            method: options.method, signalling: try options.signalling(), describesFragments: options.describesFragments
        )
        let provider = try options.keys.provider(method: options.method)
        do throws(ProtectionError) {
            keys = try provider.keys(ofPeriod: 0)
        } catch {
            throw StageError(.unreadableInput, "\(error)")
        }
    }

    /// The reason why segments cannot be encrypted on request, and the remedy; nil if they can.
    package static func contradiction(_ options: EncryptSegments.Options) -> (message: String, expected: String)? {
        if options.method == .cenc {
            return ("cenc cannot be applied on request: its vectors depend on all segments before", "cbcs or aes-128")
        }
        if options.rotation != nil {
            return ("keys of presentations on request are not rotated", "the same keys for all segments")
        }
        if options.describesFragments == true, options.method == .aes128 {
            return ("aes-128 has no keys in fragments", "cbcs, or no describe-fragments")
        }
        return nil
    }

    /// The identifiers of all keys, which distinguish presentations with other keys.
    package var keyIdentifiers: [[UInt8]] { keys.keys.map(\.id.bytes) }

    /// Whether the segments of a rendition are encrypted: not those of text.
    package static func applies(to rendition: Rendition) -> Bool {
        rendition.images == nil && rendition.tracks.contains { $0.mediaType == .video || $0.mediaType == .audio }
    }

    /// Returns an initialization segment as players receive it, and the encryption of the segments that follow.
    package func format(of initialization: Segment) throws(StageError) -> (segment: Segment, format: Format) {
        do throws(ProtectionError) {
            var vectors = VectorAllocator()
            let period = try RenditionPeriod(initialization, settings, keys, 0, after: nil, &vectors)
            var segment = initialization
            segment.data = ByteRope(period.initialization)
            segment.protection = period.protection
            return (segment, Format(period: period, rendition: initialization.rendition))
        } catch {
            throw StageError(
                .unsupportedMedia, "cannot encrypt rendition '\(initialization.rendition.id)': \(error)")
        }
    }
}

extension RequestedEncryption.Format {
    /// Returns a segment as playlists list it before its bytes are known, by its index and its start.
    package func announce(_ segment: Segment, start: MediaTime) throws(StageError) -> Segment {
        do throws(ProtectionError) {
            return try period.announced(segment, start: start)
        } catch {
            throw StageError(
                .unsupportedMedia, "cannot encrypt segment \(segment.index) of '\(rendition.id)': \(error)")
        }
    }

    /// Returns a segment with the properties and the size of the encrypted one, and zeros instead of its bytes.
    package func describe(_ clear: Segment) throws(StageError) -> Segment {
        var period = period
        do throws(ProtectionError) {
            let job = try period.prepare(clear, KeyPeriod(start: .zero))
            var segment = job.segment
            segment.report = clear.report.relocated(by: job.relocation)
            segment.data = .zeros(job.size)
            return segment
        } catch {
            throw StageError(.damagedInput, "cannot encrypt segment \(clear.index) of '\(rendition.id)': \(error)")
        }
    }
}

extension EncryptionJob {
    /// The size of the encrypted segment in bytes.
    fileprivate var size: Int {
        switch work {
        case .samples: segment.data.count + relocation.total
        case .whole: SegmentCipher.encryptedSize(segment.data.count)
        }
    }
}

extension ByteRope {
    private static let zeroBlock = ByteSlice(copying: [UInt8](repeating: 0, count: 1 << 20))

    fileprivate static func zeros(_ count: Int) -> ByteRope {
        var rope = ByteRope()
        var left = count
        while left > 0 {
            let block = min(left, zeroBlock.count)
            rope.append(zeroBlock.slice(0..<block))
            left -= block
        }
        return rope
    }
}
