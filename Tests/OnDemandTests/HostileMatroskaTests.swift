import Foundation
import Glibc
import Media
import OnDemand
import StageKit
import StageTesting
import SystemFiles
import Testing

/// Matroska files that are made to occupy much memory or time are rejected, or opened, as soon as others.
@Suite struct HostileMatroskaTests {
    private static func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: id.bigEndian) { Array($0.drop { $0 == 0 }) } + [1]
            + withUnsafeBytes(of: UInt64(content.count).bigEndian) { Array($0.dropFirst()) } + content
    }

    private static func number(_ id: UInt32, _ value: UInt64) -> [UInt8] {
        element(id, withUnsafeBytes(of: value.bigEndian) { Array($0) })
    }

    private static func repeated(_ count: Int, _ content: [UInt8]) -> [UInt8] {
        Array(repeatElement(content, count: count).joined())
    }

    /// An MP3 frame of 1152 samples in 208 bytes.
    private static let frame: [UInt8] = [0xff, 0xfb, 0x50, 0xc4] + [UInt8](repeating: 7, count: 204)
    private static let voids = repeated(200_000, [0xec, 0x80])

    private static func track(_ number: UInt64 = 1, _ more: [UInt8] = []) -> [UInt8] {
        element(0xae, Self.number(0xd7, number) + Self.number(0x83, 2) + element(0x86, Array("A_MPEG/L3".utf8)) + more)
    }

    private static func cluster(_ time: UInt64, _ blocks: [UInt8]) -> [UInt8] {
        element(0x1f43_b675, number(0xe7, time) + blocks)
    }

    private static func block(_ time: UInt16, lacing: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
        element(0xa3, [0x81, UInt8(time >> 8), UInt8(time & 255), 0x80 | lacing << 1] + content)
    }

    /// A second of audio.
    private static let media = cluster(
        0, (0..<38).flatMap { block(UInt16(Double($0) * 26.122), frame) })

    private static func file(_ head: [UInt8] = [], tracks: [UInt8]? = nil, _ rest: [UInt8] = media) -> [UInt8] {
        element(0x1a45_dfa3, element(0x4282, Array("matroska".utf8)))
            + element(0x1853_8067, head + element(0x1654_ae6b, tracks ?? track()) + rest)
    }

    /// Eight seek heads with a thousand references each to an element after the media.
    private static func seeking(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
        func head(_ position: Int) -> [UInt8] {
            let seek = element(
                0x4dbb,
                element(0x53ab, withUnsafeBytes(of: id.bigEndian) { Array($0) }) + number(0x53ac, UInt64(position)))
            return repeated(8, element(0x114d_9b74, repeated(1000, seek)))
        }
        let before = head(0).count + element(0x1654_ae6b, track()).count + media.count
        return file(head(before), media + element(id, content))
    }

    private static func nested(_ id: UInt32, depth: Int) -> [UInt8] {
        let identifier = withUnsafeBytes(of: id.bigEndian) { Array($0.drop { $0 == 0 }) }
        return (0..<depth).flatMap { level in
            let size = UInt64((depth - level - 1) * (identifier.count + 8))
            return identifier + [1] + withUnsafeBytes(of: size.bigEndian) { Array($0.dropFirst()) }
        }
    }

    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case references, referencesToVoids, voids, nestedChapters, nestedTags, tracks, configurations, encodings
        case hugeFrame, hugeSegment, manyFrames, emptyFrames, lateTimes, everLaterTimes, coarseTicks, clusterNames
        case clustersWithoutEnd, segments, additions

        var testDescription: String { rawValue }
        /// Whether the file is opened: its damage is no more than of other files.
        var isOpened: Bool {
            switch self {
            case .references, .referencesToVoids, .voids, .nestedChapters, .nestedTags, .additions, .clusterNames,
                .segments, .configurations, .hugeFrame, .clustersWithoutEnd:
                true
            default: false
            }
        }

        var bytes: [UInt8] {
            switch self {
            case .references: seeking(0x1549_a966, repeated(20_000, number(0x2ad7b1, 1_000_000)))
            case .referencesToVoids: seeking(0x1549_a966, HostileMatroskaTests.voids)
            case .voids: file(HostileMatroskaTests.voids, HostileMatroskaTests.voids + media)
            case .nestedChapters:
                file(element(0x1043_a770, element(0x45b9, nested(0xb6, depth: 50_000))))
            case .nestedTags: file(element(0x1254_c367, element(0x7373, nested(0x67c8, depth: 50_000))))
            case .tracks: file(tracks: (1...1000).flatMap { track($0) })
            case .configurations: file(tracks: track(1, element(0x63a2, [UInt8](repeating: 1, count: 8 << 20))))
            case .encodings: file(tracks: track(1, element(0x6d80, repeated(100_000, element(0x6240, [])))))
            case .hugeFrame: file([], media + [0x1f, 0x43, 0xb6, 0x75, 0x01, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
            case .hugeSegment:
                Array(file().prefix(28)) + [0x18, 0x53, 0x80, 0x67, 0x01, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
                    + file().dropFirst(40)
            case .manyFrames:
                file([], cluster(0, repeated(4000, block(0, lacing: 2, [255] + [UInt8](repeating: 0xff, count: 256)))))
            case .emptyFrames:
                file([], cluster(0, repeated(20_000, block(0, lacing: 1, [255] + [UInt8](repeating: 0, count: 255)))))
            case .lateTimes: file([], media + cluster(1 << 52, block(0, frame)))
            case .everLaterTimes:
                file([], (0..<2000).flatMap { cluster(UInt64($0) << 40, block(0, frame)) })
            case .coarseTicks:
                file(
                    element(0x1549_a966, number(0x2ad7b1, 10_000_000_000)),
                    (0..<500).flatMap { time in
                        cluster(UInt64(time) << 20, block(0, frame))
                    })
            case .clusterNames: file([], media + repeated(500_000, [0x1f, 0x43, 0xb6, 0x75]) + [0])
            case .clustersWithoutEnd:
                file(
                    [], media + repeated(200_000, [0x1f, 0x43, 0xb6, 0x75, 0x01] + [UInt8](repeating: 0xff, count: 7)))
            case .segments: file([], media + repeated(200_000, [0x18, 0x53, 0x80, 0x67, 0x80]))
            case .additions:
                file(
                    [],
                    media
                        + cluster(
                            1000,
                            element(
                                0xa0,
                                element(0xa1, [0x81, 0, 0, 0] + frame)
                                    + element(0x75a1, repeated(100_000, element(0xa6, [0xee, 0x81, 1]))))))
            }
        }
    }

    /// The processor time of this process in seconds, which does not depend on what else the machine does.
    private static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    private static var peakMemory: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss << 10
    }

    @Test(arguments: Kind.allCases) func opensOrFailsInLimits(kind: Kind) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString).mkv")
        defer { try? FileManager.default.removeItem(at: url) }
        let bytes = kind.bytes
        try Data(bytes).write(to: url)
        let file = try MappedFile(path: url.path, access: .random)
        var limits = PresentationLimits()
        (limits.samples, limits.segments) = (200_000, 20_000)
        let (memory, start) = (Self.peakMemory, Self.processorSeconds)
        var failure: StageError?
        do throws(StageError) {
            let presentation = try PresentationPlanner.open(
                file, name: "a.mkv", MoviePresentationOptions(), limits, clock: VirtualClock())
            #expect(presentation.renditionCount == 1)
        } catch {
            failure = error
        }
        #expect((failure == nil) == kind.isOpened, "\(failure.map { "\($0.code): \($0.message)" } ?? "opened")")
        #expect(Self.processorSeconds - start < 20 && Self.peakMemory - memory < 256 << 20)
        #expect(failure?.message.count ?? 0 < 1000)
    }
}
