import Media

extension MediaPresentationDescription {
    /// The media type of an MPD (ISO/IEC 23009-1 annex C).
    package static let contentType = "application/dash+xml"

    /// The MPD as XML text.
    package var text: String {
        var xml = XMLBuilder()
        let protection = adaptationSets.flatMap(\.contentProtection)
        xml.add(
            "MPD",
            [
                "xmlns": "urn:mpeg:dash:schema:mpd:2011",
                "xmlns:scte214": hasSupplementalCodecs ? "urn:scte:dash:scte214-extensions" : nil,
                "xmlns:cenc": protection.isEmpty ? nil : "urn:mpeg:cenc:2013",
                "xmlns:mspr": protection.contains { $0.playReadyObject != nil } ? "urn:microsoft:playready" : nil,
                "xmlns:dashif": protection.contains { $0.licenceURL != nil } ? "https://dashif.org/CPS" : nil,
                "xmlns:clearkey": protection.contains(where: \.hasClearKeyLicence)
                    ? "http://dashif.org/guidelines/clearKey" : nil, "profiles": profiles,
                "type": live == nil ? "static" : "dynamic",
                "availabilityStartTime": live?.availabilityStart, "publishTime": live?.publishTime,
                "mediaPresentationDuration": duration?.isoDuration,
                "minimumUpdatePeriod": live?.updatePeriod?.isoDuration, "minBufferTime": minimumBufferTime.isoDuration,
                "timeShiftBufferDepth": live?.timeShiftBufferDepth?.isoDuration,
                "suggestedPresentationDelay": live?.suggestedDelay.isoDuration,
                "maxSegmentDuration": maximumSegmentDuration.isoDuration,
            ]
        ) { xml in
            if let baseURL { xml.add("BaseURL", text: baseURL) }
            live?.lowLatency?.writeTargets(to: &xml)
            for period in periods {
                xml.add("Period", ["id": period.id, "start": period.start.isoDuration]) { xml in
                    for set in period.adaptationSets { set.write(to: &xml, live?.lowLatency) }
                }
            }
            if let server = live?.timeServer {
                xml.add("UTCTiming", ["schemeIdUri": "urn:mpeg:dash:utc:http-iso:2014", "value": server])
            }
        }
        return xml.text
    }

    private var hasSupplementalCodecs: Bool {
        adaptationSets.flatMap(\.representations).contains { $0.supplementalCodec != nil }
    }

    private var profiles: String {
        // The live profile requires numbered files; the main profile permits lists of byte ranges.
        let isNumbered = adaptationSets.flatMap(\.representations).allSatisfy(\.segments.isNumbered)
        return "urn:mpeg:dash:profile:isoff-\(isNumbered ? "live" : "main"):2011,urn:mpeg:dash:profile:cmaf:2019"
            + (live?.lowLatency == nil ? "" : ",http://www.dashif.org/guidelines/low-latency-live-v5")
    }
}

extension AdaptationSet {
    fileprivate func write(to xml: inout XMLBuilder, _ lowLatency: LowLatencyDelivery?) {
        let sizes = representations.compactMap(\.size)
        xml.add(
            "AdaptationSet",
            [
                "id": String(id), "contentType": contentType, "lang": language, "mimeType": mimeType,
                "maxWidth": sizes.map(\.width).max().map(String.init),
                "maxHeight": sizes.map(\.height).max().map(String.init),
                "segmentAlignment": "true", "startWithSAP": String(startsWithSAP),
            ]
        ) { xml in
            for descriptor in contentProtection { descriptor.write(to: &xml) }
            for property in essentialProperties { property.write("EssentialProperty", to: &xml) }
            for property in supplementalProperties { property.write("SupplementalProperty", to: &xml) }
            // The order of ISO/IEC 23009-1 5.3.3.3: elements of all levels come before those of adaptation sets.
            if let label { xml.add("Label", text: label) }
            for descriptor in accessibility { descriptor.write("Accessibility", to: &xml) }
            for role in roles { role.write("Role", to: &xml) }
            for viewpoint in viewpoints { viewpoint.write("Viewpoint", to: &xml) }
            for representation in representations { representation.write(to: &xml, lowLatency) }
        }
    }
}

extension AdaptationSet.Descriptor {
    fileprivate func write(_ element: String, to xml: inout XMLBuilder) {
        xml.add(element, ["schemeIdUri": scheme, "value": value])
    }
}

extension Representation {
    fileprivate func write(to xml: inout XMLBuilder, _ lowLatency: LowLatencyDelivery?) {
        let supplement = supplementalCodec?.split(separator: "/", maxSplits: 1).map(String.init) ?? []
        xml.add(
            "Representation",
            [
                "id": id, "bandwidth": String(bandwidth),
                "codecs": codecs.isEmpty ? nil : codecs.joined(separator: ","),
                "scte214:supplementalCodecs": supplement.first,
                "scte214:supplementalProfiles": supplement.count > 1 ? supplement[1] : nil,
                "width": size.map { String($0.width) }, "height": size.map { String($0.height) },
                "sar": sampleAspect.map { "\($0.numerator):\($0.denominator)" },
                "frameRate": frameRate?.text,
                "audioSamplingRate": samplingRate.map { String($0) },
            ]
        ) { xml in
            if let channelCount {
                xml.add(
                    "AudioChannelConfiguration",
                    [
                        "schemeIdUri": "urn:mpeg:dash:23003:3:audio_channel_configuration:2011",
                        "value": String(channelCount),
                    ])
            }
            if segments.grid != nil { lowLatency?.writeReference(to: &xml) }
            segments.write(to: &xml)
        }
    }
}

extension Ratio {
    /// The ratio in the form `30` or `30000/1001`.
    fileprivate var text: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension SegmentList {
    fileprivate var isNumbered: Bool { template != nil && initialization?.range == nil }

    fileprivate func write(to xml: inout XMLBuilder) {
        let offset = presentationTimeOffset == 0 ? nil : String(presentationTimeOffset)
        // A template cannot express a byte range for the initialization segment.
        guard let template, initialization?.range == nil else {
            xml.add("SegmentList", ["timescale": String(timescale), "presentationTimeOffset": offset]) { xml in
                if let initialization {
                    xml.add("Initialization", ["sourceURL": initialization.uri, "range": initialization.range?.text])
                }
                writeTimeline(to: &xml)
                for entry in entries {
                    xml.add("SegmentURL", ["media": entry.location.uri, "mediaRange": entry.location.range?.text])
                }
            }
            return
        }
        let initializationName = initialization?.uri.split(separator: "$", omittingEmptySubsequences: false)
            .joined(separator: "$$")
        if let grid {
            return xml.add(
                "SegmentTemplate",
                [
                    "timescale": String(timescale), "presentationTimeOffset": offset,
                    "duration": String(grid.duration), "startNumber": String(grid.startNumber),
                    "media": template.media, "initialization": initializationName,
                    "availabilityTimeOffset": grid.availabilityOffset.decimal(places: 3, trimmed: true),
                    "availabilityTimeComplete": "false",
                ])
        }
        xml.add(
            "SegmentTemplate",
            [
                "timescale": String(timescale), "presentationTimeOffset": offset,
                "startNumber": String(template.startNumber), "media": template.media,
                "initialization": initializationName,
            ]
        ) { xml in writeTimeline(to: &xml) }
    }

    /// Writes consecutive segments of equal duration as one element (ISO/IEC 23009-1 5.3.9.6).
    private func writeTimeline(to xml: inout XMLBuilder) {
        xml.add("SegmentTimeline") { xml in
            var index = 0
            var end: Int64?
            while index < entries.count {
                let first = entries[index]
                var count = 1
                while index + count < entries.count, entries[index + count].duration == first.duration,
                    entries[index + count].time == first.time + first.duration * Int64(count)
                {
                    count += 1
                }
                xml.add(
                    "S",
                    [
                        "t": first.time == end ? nil : String(first.time), "d": String(first.duration),
                        "r": count == 1 ? nil : String(count - 1),
                    ])
                end = first.time + first.duration * Int64(count)
                index += count
            }
        }
    }
}

extension Range<Int> {
    /// The range in the form `first-last` (RFC 7233).
    fileprivate var text: String { "\(lowerBound)-\(upperBound - 1)" }
}

extension MediaTime {
    /// The duration in the ISO 8601 form `PT6.006S`.
    fileprivate var isoDuration: String { "PT\(decimal(places: 6, trimmed: true))S" }
}
