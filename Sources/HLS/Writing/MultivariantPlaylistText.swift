extension MultivariantPlaylist {
    /// The text of the playlist file.
    package var text: String {
        var text = PlaylistWriter()
        text.add(.version, minimumVersion)
        text.add(definitions, start)
        if hasIndependentSegments { text.add(.independentSegments) }
        if let contentSteering { text.add(.contentSteering, contentSteering.attributes) }
        for data in sessionData { text.add(.sessionData, data.attributes) }
        for key in sessionKeys { text.add(.sessionKey, key.attributes) }
        for rendition in renditions {
            text.add(rendition.unknownTags)
            text.add(.media, rendition.attributes)
        }
        for variant in variants {
            text.add(variant.unknownTags)
            text.add(.streamInf, variant.attributes())
            text.addLine(variant.uri)
        }
        for variant in iFrameVariants {
            text.add(variant.unknownTags)
            text.add(.iFrameStreamInf, variant.attributes(namesURI: true))
        }
        text.add(unknownTags)
        return text.text
    }
}
