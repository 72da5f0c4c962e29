import AssetDownloading
import Foundation
import ScriptedOrigin
import Testing

/// The contents of the talk's playlist as described in the talk.
@Suite struct TalkPlaylistTests {
    @Test func playlistHasSDRStereoAndDolbyVisionAtmosVariants() throws {
        let presentation = try TalkPlaylist.presentation()
        #expect(presentation.variants.count == 2)
        #expect(presentation.variants.map(\.badges) == [[.hd], [.fourK, .dolbyVision, .dolbyAtmos]])
    }

    @Test func sdrVariantHasItsDeclaredAttributes() throws {
        let variant = try TalkPlaylist.presentation().variants[0]
        #expect(variant.url?.absoluteString == "http://example.com/sdr_variant.m3u8")
        #expect(variant.peakBitRate == 14_516_883)
        #expect(variant.averageBitRate == nil)
        let video = try #require(variant.videoAttributes)
        #expect(video.videoRange == .sdr)
        #expect(video.codecTypes == ["avc1"])
        #expect(video.presentationSize == PixelSize(width: 1920, height: 1080))
        #expect(video.nominalFrameRate == 23.976)
        #expect(video.videoLayouts.isEmpty)
        #expect(variant.audioAttributes?.formatIDs == [.mpeg4AACHE])
    }

    @Test func dolbyVisionVariantHasItsDeclaredAttributes() throws {
        let variant = try TalkPlaylist.presentation().variants[1]
        #expect(variant.url?.absoluteString == "http://example.com/dovi_variant.m3u8")
        #expect(variant.peakBitRate == 34_516_883)
        let video = try #require(variant.videoAttributes)
        #expect(video.videoRange == .pq)
        #expect(video.codecTypes == ["dvh1"])
        #expect(video.presentationSize == PixelSize(width: 3840, height: 1920))
        #expect(video.nominalFrameRate == 23.976)
        #expect(variant.audioAttributes?.formatIDs == [.enhancedAC3])
    }

    @Test func audioAttributesDependOnTheVariant() throws {
        let presentation = try TalkPlaylist.presentation()
        let group = try #require(presentation.mediaSelectionGroup(for: .audible))
        #expect(group.options.map(\.displayName) == ["English", "French"])
        #expect(group.options.map(\.language) == ["en", "fr"])
        #expect(group.defaultOption == group.options[0])
        for option in group.options {
            let attributes = presentation.variants.map {
                $0.audioAttributes?.renditionSpecificAttributes(for: option)
            }
            #expect(attributes.map { $0?.channelCount } == [2, 16])
            #expect(attributes.map { $0?.spatialCodings } == [[], ["JOC"]])
            #expect(attributes.allSatisfy { $0?.isBinaural == false && $0?.isDownmix == false })
        }
    }

    @Test func spacesBetweenAttributesAreWarnings() throws {
        let warnings = try TalkPlaylist.presentation().warnings
        #expect(warnings.count == 6)
        #expect(warnings.first == "5:84: unexpected space between attributes")
    }
}
