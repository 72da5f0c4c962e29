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

extension Variant {
    fileprivate func attributes(namesURI: Bool = false) -> AttributeListWriter {
        var list = AttributeListWriter()
        list.add("BANDWIDTH", bandwidth)
        list.add("AVERAGE-BANDWIDTH", averageBandwidth)
        list.add("SCORE", score)
        list.add("CODECS", list: codecs)
        list.add("SUPPLEMENTAL-CODECS", list: supplementalCodecs)
        list.add("RESOLUTION", resolution)
        list.add("FRAME-RATE", frameRate)
        list.add("HDCP-LEVEL", hdcpLevel?.rawValue)
        list.add("ALLOWED-CPC", list: allowedProtection)
        list.add("VIDEO-RANGE", videoRange?.rawValue)
        list.add("REQ-VIDEO-LAYOUT", list: requiredVideoLayout)
        list.add("STABLE-VARIANT-ID", quoted: stableID)
        list.add("AUDIO", quoted: audioGroup)
        list.add("VIDEO", quoted: videoGroup)
        list.add("SUBTITLES", quoted: subtitlesGroup)
        switch closedCaptions {
        case nil: break
        case .some(.none): list.add("CLOSED-CAPTIONS", "NONE")
        case .group(let id): list.add("CLOSED-CAPTIONS", quoted: id)
        }
        list.add("PATHWAY-ID", quoted: pathwayID)
        if namesURI { list.add("URI", quoted: uri) }
        list.add(unknownAttributes)
        return list
    }
}

extension AlternativeRendition {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("TYPE", kind.rawValue)
        list.add("GROUP-ID", quoted: groupID)
        list.add("NAME", quoted: name)
        list.add("LANGUAGE", quoted: language)
        list.add("ASSOC-LANGUAGE", quoted: associatedLanguage)
        list.add("STABLE-RENDITION-ID", quoted: stableID)
        list.add("DEFAULT", isDefault ? "YES" : "NO")
        list.add("AUTOSELECT", isAutoselect || isDefault ? "YES" : "NO")
        list.add("FORCED", flag: isForced)
        list.add("CHANNELS", quoted: channels)
        list.add("BIT-DEPTH", bitDepth)
        list.add("SAMPLE-RATE", sampleRate)
        list.add("INSTREAM-ID", quoted: instreamID)
        list.add("CHARACTERISTICS", list: characteristics)
        list.add("URI", quoted: uri)
        list.add(unknownAttributes)
        return list
    }
}

extension SessionData {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("DATA-ID", quoted: id)
        switch content {
        case .value(let value): list.add("VALUE", quoted: value)
        case .json(let uri): list.add("URI", quoted: uri)
        case .raw(let uri):
            list.add("URI", quoted: uri)
            list.add("FORMAT", "RAW")
        }
        list.add("LANGUAGE", quoted: language)
        list.add(unknownAttributes)
        return list
    }
}

extension ContentSteering {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("SERVER-URI", quoted: serverURI)
        list.add("PATHWAY-ID", quoted: pathwayID)
        list.add(unknownAttributes)
        return list
    }
}
