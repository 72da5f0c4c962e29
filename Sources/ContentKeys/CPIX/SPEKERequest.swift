import ContentProtection
import Media

/// A request document of SPEKE 2: the identifiers of keys without values, which the server adds.
struct SPEKERequest {
    var contentID: String
    var groups: [KeyGroup]
    var systems: [ProtectionSystem]
    var method: SegmentProtection.Method
    var period: Int
    /// The DER bytes of the certificate that the server encrypts keys to, in base64; nil for keys in the clear.
    var certificate: String?

    /// The KIDs of the request.
    var identifiers: [KeyIdentifier] {
        groups.map { KeyIdentifier(content: contentID, period: period, $0) }
    }

    /// The document.
    var text: String {
        let periodID = "period_\(period)"
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <cpix:CPIX contentId="\(Self.escaped(contentID))" version="2.3" xmlns:cpix="urn:dashif:org:cpix" \
            xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">

            """
        if let certificate {
            text += """
                  <cpix:DeliveryDataList>
                    <cpix:DeliveryData id="recipient">
                      <cpix:DeliveryKey><ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate>\
                </ds:X509Data></cpix:DeliveryKey>
                    </cpix:DeliveryData>
                  </cpix:DeliveryDataList>

                """
        }
        text += "  <cpix:ContentKeyList>\n"
        // Servers know the schemes of Common Encryption; whole segments can use any key.
        let scheme = method == .cenc ? "cenc" : "cbcs"
        for id in identifiers {
            text += "    <cpix:ContentKey kid=\"\(id)\" commonEncryptionScheme=\"\(scheme)\"/>\n"
        }
        text += "  </cpix:ContentKeyList>\n  <cpix:DRMSystemList>\n"
        for system in systems {
            guard let systemID = system.id else { continue }
            for id in identifiers { text += element(system, systemID, id) }
        }
        text += """
              </cpix:DRMSystemList>
              <cpix:ContentKeyPeriodList>
                <cpix:ContentKeyPeriod id="\(periodID)" index="\(period)"/>
              </cpix:ContentKeyPeriodList>
              <cpix:ContentKeyUsageRuleList>

            """
        for (id, group) in zip(identifiers, groups) {
            text += """
                    <cpix:ContentKeyUsageRule kid="\(id)" intendedTrackType="\(Self.trackType(group))">
                      <cpix:KeyPeriodFilter periodId="\(periodID)"/>
                \(Self.filters(group))    </cpix:ContentKeyUsageRule>

                """
        }
        return text + "  </cpix:ContentKeyUsageRuleList>\n</cpix:CPIX>\n"
    }

    private func element(_ system: ProtectionSystem, _ systemID: KeyIdentifier, _ id: KeyIdentifier) -> String {
        let members =
            switch system {
            case .widevine, .common, .clearKey, .identity: "<cpix:PSSH/><cpix:ContentProtectionData/>"
            case .playReady:
                "<cpix:PSSH/><cpix:ContentProtectionData/><cpix:SmoothStreamingProtectionHeaderData/>"
            case .fairPlay: ""
            }
        return """
                <cpix:DRMSystem kid="\(id)" systemId="\(systemID)">\(members)\
            <cpix:HLSSignalingData playlist="media"/><cpix:HLSSignalingData playlist="master"/></cpix:DRMSystem>

            """
    }

    private static func trackType(_ group: KeyGroup) -> String {
        let video = Set(KeyLabel.allCases.filter { $0 != .audio })
        if group.labels == KeyGroup.all.labels { return "ALL" }
        if group.labels == video { return "VIDEO" }
        return KeyLabel.allCases.filter(group.labels.contains).map { $0.rawValue.uppercased() }.joined(separator: "+")
    }

    /// Returns the filters of a group, with the resolution bounds of its classes.
    private static func filters(_ group: KeyGroup) -> String {
        var text = ""
        let bounds: [(label: KeyLabel, first: Int, last: Int?)] = [
            (.sd, 0, KeyLabel.maximumPixels[0]), (.hd, KeyLabel.maximumPixels[0] + 1, KeyLabel.maximumPixels[1]),
            (.uhd1, KeyLabel.maximumPixels[1] + 1, KeyLabel.maximumPixels[2]),
            (.uhd2, KeyLabel.maximumPixels[2] + 1, nil),
        ]
        let included = bounds.filter { group.labels.contains($0.label) }
        if let first = included.first, let last = included.last {
            let low = first.first > 0 ? " minPixels=\"\(first.first)\"" : ""
            let high = last.last.map { " maxPixels=\"\($0)\"" } ?? ""
            text += "      <cpix:VideoFilter\(low)\(high)/>\n"
        }
        if group.labels.contains(.audio) { text += "      <cpix:AudioFilter/>\n" }
        return text
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}

extension KeyLabel {
    /// The maximum numbers of pixels of the video classes `sd`, `hd` and `uhd1`.
    fileprivate static let maximumPixels = [768 * 576, 1920 * 1080, 4096 * 2160]
}
