import Foundation
import Testing

/// Rules of RFC 8216bis and Apple's HLS Authoring Specification that can be verified from text and media.
@Suite struct PlaylistRuleTests {
    // RFC 8216bis 4.4.3.1
    @Test(arguments: Kind.allCases)
    func noSegmentIsLongerThanTheTargetDuration(kind: Kind) async throws {
        for rendition in try await kind.presentation().renditions {
            for segment in rendition.playlist.segments {
                #expect(Int(segment.duration.rounded(.toNearestOrAwayFromZero)) <= rendition.playlist.targetDuration)
            }
        }
    }

    // RFC 8216bis 6.2.4, HLS Authoring Specification 8.2
    @Test(arguments: Kind.allCases)
    func allRenditionsShareOneTargetDurationAndOneSpan(kind: Kind) async throws {
        let presentation = try await kind.presentation()
        #expect(Set(presentation.renditions.map(\.playlist.targetDuration)).count == 1)
        let spans = presentation.renditions.map { $0.playlist.segments.map(\.duration).reduce(0, +) }
        #expect((spans.max() ?? 0) - (spans.min() ?? 0) < 0.1, "\(spans)")
        #expect(Set(presentation.renditions.map(\.playlist.segments.count)).count == 1)
    }

    // RFC 8216bis 4.4.4.5
    @Test(arguments: Kind.allCases)
    func everySegmentHasAnInitializationSegmentThatIsThere(kind: Kind) async throws {
        let presentation = try await kind.presentation()
        for rendition in presentation.renditions {
            for index in rendition.playlist.segments.indices {
                let movie = try rendition.initialization(index)
                #expect(movie.dropFirst(4).prefix(4) == Data("ftyp".utf8))
                #expect(movie.range(of: Data("moov".utf8)) != nil && movie.range(of: Data("mdat".utf8)) == nil)
            }
        }
    }

    // RFC 8216bis 4.4.4.2: all ranges are valid, contiguous and cover the whole file.
    @Test func byteRangesFollowEachOtherToTheEndOfTheFile() async throws {
        for rendition in try await Kind.singleFile.presentation().renditions {
            let segments = rendition.playlist.segments
            let map = try #require(segments.first?.map)
            var end = try #require(map.range).upperBound
            for segment in segments {
                #expect(segment.uri == map.uri)
                let range = try #require(segment.range)
                #expect(range.lowerBound == end)
                end = range.upperBound
            }
            let file = rendition.url.deletingLastPathComponent().appending(path: map.uri)
            #expect(try Data(contentsOf: file).count == end)
        }
    }

    // HLS Authoring Specification 7.4
    @Test(arguments: Kind.allCases)
    func everyVideoSegmentBeginsWithAnIDRPicture(kind: Kind) async throws {
        guard kind.hasVideo else { return }
        try await Scratch.use { scratch in
            let video = try await kind.presentation().rendition("video", in: scratch)
            for index in video.playlist.segments.indices { try await expectIDRFirst(video, index, in: scratch) }
        }
    }

    // HLS Authoring Specification 7.1, 7.3; CMAF (ISO/IEC 23000-19) 7.3.2.2
    @Test(arguments: Kind.allCases)
    func eachSegmentBeginsWhereTheOneBeforeItEnds(kind: Kind) async throws {
        for rendition in try await kind.presentation().renditions {
            var ends: [Int: Int64] = [:]
            for index in rendition.playlist.segments.indices {
                for fragment in try rendition.fragmentTimes(index).fragments {
                    if let end = ends[fragment.track] { #expect(fragment.start == end, "\(rendition.name) \(index)") }
                    ends[fragment.track] = fragment.end
                }
            }
            #expect(!ends.isEmpty)
        }
    }

    // RFC 8216bis 4.4.4.1, HLS Authoring Specification 8.1
    @Test(arguments: Kind.allCases)
    func durationsAreThoseOfTheMedia(kind: Kind) async throws {
        try await Scratch.use { scratch in
            let presentation = try await kind.presentation()
            for rendition in presentation.renditions {
                var starts: [Double] = []
                var frame = 0.1
                for index in rendition.playlist.segments.indices {
                    let list = try await rendition.packets(index..<index + 1, isRaw: true, in: scratch)
                    let leader = try list.tracks.first { $0.codec_type == "video" } ?? #require(list.tracks.first)
                    starts.append(try list.start(leader.codec_type))
                    let base = leader.time_base.value
                    let shortest = try list.packets(leader.codec_type).compactMap(\.duration).min() ?? 0
                    frame = min(frame, Double(shortest) * base)
                }
                let durations = rendition.playlist.segments.map(\.duration)
                for (index, next) in starts.dropFirst().enumerated() {
                    #expect(abs(next - starts[index] - durations[index]) < frame / 2, "\(rendition.name) \(index)")
                    // Rounding errors do not accumulate.
                    #expect(abs(next - starts[0] - durations[...index].reduce(0, +)) < frame)
                }
            }
        }
    }

    // HLS Authoring Specification 9.14; RFC 8216bis 4.4.6.2
    @Test(arguments: Kind.allCases)
    func bandwidthIsThePeakThatIsMeasured(kind: Kind) async throws {
        guard kind.isComplete else { return }
        let presentation = try await kind.presentation()
        let variant = try #require(presentation.multivariant.variants.first).attributes
        let declared = try #require(variant["BANDWIDTH"].flatMap { Double($0) })
        let average = try #require(variant["AVERAGE-BANDWIDTH"].flatMap { Double($0) })
        let target = Double(presentation.renditions.map(\.playlist.targetDuration).max() ?? 0)
        let rates = try presentation.renditions.map { try BitRate($0, target: target) }
        let peak = rates.map(\.peak).reduce(0, +)
        #expect(declared >= peak.rounded(.down), "declared \(declared), measured \(peak)")
        // A growing playlist declares the bit rate of its start and may only increase it.
        guard kind != .event else { return }
        #expect(declared <= peak * 1.1, "declared \(declared), measured \(peak)")
        let measured = rates.map(\.average).reduce(0, +)
        #expect(abs(average - measured) <= measured * 0.1, "declared \(average), measured \(measured)")
    }

    // HLS Authoring Specification 6.10
    @Test(arguments: Kind.allCases)
    func eachIFrameIsOneIntraPictureWithItsMovieFragment(kind: Kind) async throws {
        guard kind.hasVideo else { return }
        try await Scratch.use { scratch in
            let playlists = try await kind.presentation().iFramePlaylists
            #expect(!playlists.isEmpty)
            for url in playlists {
                let frames = try Rendition(url: url)
                #expect(frames.playlist.has("EXT-X-I-FRAMES-ONLY") && frames.playlist.isWhole)
                #expect(!frames.playlist.segments.isEmpty)
                for index in frames.playlist.segments.indices {
                    let bytes = try frames.bytes(index)
                    #expect(bytes.dropFirst(4).prefix(4) == Data("moof".utf8))
                }
                try await expectOneWholePicture(frames, in: scratch)
            }
        }
    }

    /// Expects that each range contains exactly one complete IDR picture.
    private func expectOneWholePicture(_ frames: Rendition, in scratch: Scratch) async throws {
        for index in frames.playlist.segments.indices.prefix(3) {
            let file = try frames.joined(index..<index + 1, in: scratch)
            let video = try await PacketList(file, isRaw: true, in: scratch).packets("video")
            let first = try #require(video.first)
            let unit = try AccessUnit(
                file: Data(contentsOf: file), position: #require(first.pos.flatMap { Int($0) }),
                size: #require(Int(first.size)))
            #expect(first.isSync && unit.beginsWithIDR)
            let end = try #require(first.pos.flatMap { Int($0) }) + #require(Int(first.size))
            #expect(try end == Data(contentsOf: file).count)
        }
    }
}
