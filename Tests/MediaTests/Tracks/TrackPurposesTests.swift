import Testing

@testable import Media

@Suite struct TrackPurposesTests {
    private static let audio = MediaFormat.codedAudio(
        CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48_000, channelCount: 2,
            framesPerPacket: 1024))

    private func attributes(_ purposes: TrackPurposes, _ format: MediaFormat) -> TrackAttributes {
        var track = Track(id: Track.ID(rawValue: 1), format: format, timescale: 1000)
        purposes.apply(to: &track)
        return track.attributes
    }

    @Test func purposesAreAttributesOfTheirMediaType() {
        let text = MediaFormat.timedText(.webVTT)
        #expect(attributes([.forced], text).isForced && !attributes([.forced], Self.audio).isForced)
        #expect(attributes([.hearingImpaired], text).characteristics == RenditionCharacteristic.transcriptions)
        #expect(attributes([.hearingImpaired], Self.audio).characteristics == [RenditionCharacteristic.enhancesSpeech])
        #expect(attributes([.visualImpaired], Self.audio).characteristics == [RenditionCharacteristic.describesVideo])
        #expect(attributes([.dubbed], Self.audio).characteristics == [RenditionCharacteristic.dubbed])
        let commentary = attributes([.commentary, .originalLanguage], Self.audio)
        #expect(
            commentary.characteristics == [
                RenditionCharacteristic.auxiliaryContent, RenditionCharacteristic.originalContent,
            ])
        #expect(commentary.isAutoselect == false && attributes([], text) == TrackAttributes())
    }

    @Test(
        arguments: [
            ([(.audio, true), (.audio, true)], []), ([(.audio, false), (.audio, true)], [1]),
            ([(.audio, true), (.audio, false)], [0]), ([(.audio, false), (.audio, false)], []),
            ([(.text, true), (.text, false)], []), ([(.text, false), (.audio, true), (.text, true)], [2]),
        ] as [([(MediaType, Bool)], [UInt32])])
    func defaultsAreMarkedWhereFlagsDistinguishTracks(_ flags: [(MediaType, Bool)], _ expected: [UInt32]) {
        var marked: [UInt32] = []
        let tracks = flags.enumerated().map { (Track.ID(rawValue: UInt32($0.offset)), $0.element.0, $0.element.1) }
        TrackPurposes.markDefaults(tracks) { marked.append($0.rawValue) }
        #expect(marked == expected)
    }
}
