import PublicationJournal
import HLS
import Media

/// The properties of a rendition that the multivariant playlist declares, and whether it must be updated.
struct RenditionDeclaration: Sendable {
    /// The declared bandwidth; nil before the first multivariant playlist.
    private(set) var bandwidth: RenditionBandwidth?
    private var formerCodecs: [String]
    /// The declared frame rate; nil before the first multivariant playlist, and without video.
    private var frameRate: Ratio?
    /// Whether the format or the captions have changed since the last segment.
    private var hasNewContent = false
    /// The keys in the newest multivariant playlist.
    private var sessionKeys: [EncryptionKey] = []

    /// Continues the declarations of an earlier run.
    init(after record: RenditionRecord? = nil) {
        formerCodecs = record?.formerCodecs ?? []
        bandwidth = record?.bandwidth.map { main in
            RenditionBandwidth(main: main, iFrames: record?.iFrameBandwidth ?? Bandwidth(peak: 0, average: 0))
        }
    }

    /// Continues in another format.
    mutating func beginFormat(after former: Rendition) {
        formerCodecs += former.codecs
        hasNewContent = true
    }

    mutating func addCaptions() { hasNewContent = true }

    /// Whether the published declarations no longer suffice; clears the reasons other than the bandwidth.
    mutating func drainChange(_ measured: RenditionMeasurement, _ keys: [EncryptionKey]) -> Bool {
        defer { hasNewContent = false }
        guard !hasNewContent, keys == sessionKeys, let bandwidth else { return hasNewContent || keys != sessionKeys }
        if FrameRateMeter.isTooLow(frameRate, for: measured.measuredFrameRate) { return true }
        return measured.bandwidth.map { !$0.fits(in: bandwidth) } ?? false
    }

    /// Declares keys for the multivariant playlist, and returns them.
    mutating func declare(_ keys: [EncryptionKey]) -> [EncryptionKey] {
        sessionKeys = keys
        return keys
    }

    /// All codecs up to `rendition`, each once.
    func allCodecs(with rendition: Rendition) -> [String] {
        (formerCodecs + rendition.codecs).reduce(into: []) { codecs, codec in
            if !codecs.contains(codec) { codecs.append(codec) }
        }
    }

    /// Returns the properties for the multivariant playlist, and declares a bandwidth that suffices.
    ///
    /// The peak bandwidth of a VOD is measured over `target`.
    mutating func describe(
        _ rendition: Rendition, _ measured: RenditionMeasurement, _ window: PlaylistWindow, target: TargetDuration,
        layout: PlaylistLayout, namesIFrames: Bool
    ) -> PresentationRendition {
        let needs = declare(rendition, measured, window, target: target)
        frameRate = measured.measuredFrameRate
        var description = PresentationRendition(
            uri: layout.reference(rendition, layout.playlistName), bandwidth: needs.main,
            video: rendition.video(frameRate: frameRate), audio: rendition.audio)
        description.formerCodecs = formerCodecs
        description.isTrickPlay = rendition.isTrickPlay
        description.text = rendition.text
        description.id = rendition.id
        if namesIFrames || rendition.isTrickPlay, window.hasIFrames {
            description.iFrames = PresentationRendition.IFrames(
                uri: layout.reference(rendition, PlaylistLayout.iFramesName), bandwidth: needs.iFrames)
        }
        return description
    }

    private mutating func declare(
        _ rendition: Rendition, _ measured: RenditionMeasurement, _ window: PlaylistWindow, target: TargetDuration
    ) -> RenditionBandwidth {
        guard let needs = measured.bandwidth else {
            return RenditionMeasurement.bandwidth(of: window.segments, target: target)
        }
        if let bandwidth, needs.fits(in: bandwidth) { return bandwidth }
        // The first declaration is exact. Later ones include headroom, so that updates remain rare.
        let main = bandwidth == nil ? needs.main : needs.main.withHeadroom
        let nominal = rendition.nominalBitRate(sampleRate: measured.sampleRate)
        let declared = RenditionBandwidth(
            main: main.union(Bandwidth(peak: nominal, average: nominal)), iFrames: needs.iFrames.withHeadroom)
        bandwidth = declared
        return declared
    }
}
