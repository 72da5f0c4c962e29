extension MultivariantPlaylist {
    /// The lowest protocol version that covers what the playlist uses (RFC 8216bis 8).
    ///
    /// Version 4 is where renditions and I-frame variants began; clients older than that would play them wrongly.
    package var minimumVersion: Int { renditions.isEmpty && iFrameVariants.isEmpty ? 1 : 4 }

    /// The playlist as it stands in a file.
    package var text: String {
        var text = PlaylistText()
        text.add(.version, minimumVersion)
        if hasIndependentSegments { text.add(.independentSegments) }
        for rendition in renditions { text.add(.media, rendition.attributes) }
        for variant in variants {
            text.add(.streamInf, variant.attributes())
            text.addLine(variant.uri)
        }
        for variant in iFrameVariants { text.add(.iFrameStreamInf, variant.attributes(namesURI: true)) }
        return text.text
    }
}

extension Variant {
    fileprivate func attributes(namesURI: Bool = false) -> AttributeListText {
        var list = AttributeListText()
        list.add("BANDWIDTH", bandwidth)
        list.add("AVERAGE-BANDWIDTH", averageBandwidth)
        if !codecs.isEmpty { list.add("CODECS", quoted: codecs.joined(separator: ",")) }
        list.add("RESOLUTION", resolution)
        list.add("FRAME-RATE", frameRate)
        list.add("VIDEO-RANGE", videoRange?.rawValue)
        list.add("AUDIO", quoted: audioGroup)
        list.add("VIDEO", quoted: videoGroup)
        list.add("SUBTITLES", quoted: subtitlesGroup)
        if namesURI { list.add("URI", quoted: uri) }
        return list
    }
}

extension AlternativeRendition {
    fileprivate var attributes: AttributeListText {
        var list = AttributeListText()
        list.add("TYPE", kind.rawValue)
        list.add("GROUP-ID", quoted: groupID)
        list.add("NAME", quoted: name)
        list.add("LANGUAGE", quoted: language)
        list.add("DEFAULT", isDefault ? "YES" : "NO")
        list.add("AUTOSELECT", isAutoselect ? "YES" : "NO")
        if isForced { list.add("FORCED", "YES") }
        list.add("CHANNELS", quoted: channels)
        list.add("INSTREAM-ID", quoted: instreamID)
        if !characteristics.isEmpty { list.add("CHARACTERISTICS", quoted: characteristics.joined(separator: ",")) }
        list.add("URI", quoted: uri)
        return list
    }
}
