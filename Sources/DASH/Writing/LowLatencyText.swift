import Media

extension LowLatencyDelivery {
    /// The identifier that connects the target with the reference.
    private static let referenceID = "0"

    /// Writes the target latency and the speeds with which players reach it (ISO/IEC 23009-1 annex K).
    func writeTargets(to xml: inout XMLBuilder) {
        xml.add("ServiceDescription", ["id": "0"]) { xml in
            xml.add(
                "Latency",
                [
                    "referenceId": Self.referenceID, "target": String(milliseconds),
                    "min": String(limits.lowerBound), "max": String(limits.upperBound),
                ])
            xml.add("PlaybackRate", ["min": "0.96", "max": "1.04"])
        }
    }

    /// Writes the time at which the media was captured (ISO/IEC 23009-1 5.12).
    func writeReference(to xml: inout XMLBuilder) {
        xml.add(
            "ProducerReferenceTime",
            [
                "id": Self.referenceID, "type": "captured", "wallClockTime": captureStart,
                "presentationTime": "0",
            ]
        ) { xml in
            if let timeServer {
                xml.add("UTCTiming", ["schemeIdUri": "urn:mpeg:dash:utc:http-iso:2014", "value": timeServer])
            }
        }
    }
}
