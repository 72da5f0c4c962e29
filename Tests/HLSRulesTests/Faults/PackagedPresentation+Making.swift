import ContentKeys
import ContentProtection
import Foundation
import HLS
import Media
import Packaging
import PackagingStages
import ProtectionStages
import StageKit
import StageTesting

extension PackagedPresentation {
    static let keyID = "07070707070707070707070707070707"
    static let key = "000102030405060708090a0b0c0d0e0f"

    /// Packages tracks with these options.
    init(
        _ tracks: PackagedTracks, _ segmenting: SegmentFragmentedMP4.Options, _ listing: HLSPlaylist.Options,
        encryption: SegmentProtection.Method? = nil, isEnded: Bool = true
    ) async throws {
        let clock = VirtualClock(date: WallTime(milliseconds: 1_767_323_045_678))
        var segments = TransformHarness(try SegmentFragmentedMP4(options: segmenting), clock: clock)
        var playlists = TransformHarness(try HLSPlaylist(options: listing), clock: clock)
        for track in tracks.tracks { try segments.push(track) }
        if let encryption {
            // The stage is a task; the order of the segments does not change.
            for sample in tracks.samples { try segments.push(sample) }
            try segments.finish()
            try playlists.push(try await Self.encrypted(segments.messages, encryption))
        } else {
            var count = 0
            for sample in tracks.samples {
                if sample.decodeTime > clock.mediaTime {
                    clock.advance(by: (sample.decodeTime - clock.mediaTime).duration)
                }
                try segments.push(sample)
                for message in segments.messages.dropFirst(count) {
                    count += 1
                    try playlists.push(message)
                    store(playlists.payloads, clock.mediaTime)
                    playlists.clear()
                }
            }
            if isEnded {
                try segments.finish()
                try playlists.push(Array(segments.messages.dropFirst(count)))
            }
        }
        if isEnded { try playlists.finish() }
        store(playlists.payloads, clock.mediaTime)
    }

    /// Writes the files of a model.
    init(_ model: MediaModel) throws {
        var model = model
        model.segmentTracks()
        try self.init(written: model)
    }

    /// Writes the files of a model whose tracks are segmented.
    init(written model: MediaModel) throws {
        let written = try model.files()
        files = written.media
        for (name, text) in written.texts {
            // EXT-X-MAP of media that are not I-frames only requires version 6.
            self[text: name] = text.replacing(
                "VERSION:9", with: text.contains("#EXT-X-MAP") ? "VERSION:6" : "VERSION:3")
        }
        main = written.main
    }

    private mutating func store(_ resources: [Resource], _ time: MediaTime) {
        for resource in resources where resource.role != .record {
            switch resource.action {
            case .store(let data):
                files[resource.path] = data.bytes
                guard let playlist = resource.content(as: DeliverablePlaylist.self) else { continue }
                let text = playlist.playlist(for: .origin).text
                self[text: resource.path] = text
                if resource.role == .mediaPlaylist {
                    states[resource.path, default: []].append(State(text: text, time: time))
                }
            case .append(let data): files[resource.path, default: []] += data.bytes
            case .remove: break
            }
        }
    }

    private static func encrypted(
        _ segments: [Message<Segment>], _ method: SegmentProtection.Method
    ) async throws -> [Message<Segment>] {
        var raw = RawKeyOptions()
        (raw.id, raw.key) = (keyID, Secret(key))
        var options = EncryptSegments.Options()
        options.method = method
        options.keys.raw = [raw]
        options.keyURI = "../key.bin"
        let outlet = CollectingOutlet<Segment>()
        try await EncryptSegments(options: options).run(
            input: ScriptedInlet(segments), output: outlet, context: StageContext(stageName: "encrypted"))
        return outlet.messages
    }
}
