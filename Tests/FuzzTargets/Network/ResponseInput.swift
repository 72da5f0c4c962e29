import Foundation
import HTTPClient

/// Data from servers other than media: header lines and URLs.
enum ResponseInput {
    static func read(_ input: [UInt8]) {
        var head = ResponseHead(status: 206)
        for line in input.split(separator: UInt8(ascii: "\n")).prefix(64) {
            let text = String(decoding: line, as: UTF8.self)
            head.parse(text)
            readURL(text)
        }
        if let range = head.contentRange { require(range.lowerBound >= 0, "the offset of a range is not negative") }
    }

    private static func readURL(_ text: String) {
        if let address = IPAddress(text) { _ = AddressTable().scope(of: address) }
        if let address = WebURL(text) {
            _ = (address.origin, address.stable, address.queryParameters, address.pathExtension)
            _ = address.resolve("../x?y#z")?.description
        }
        _ = WebURL("https://example.com/a/b.m3u8")?.resolve(text)?.description
    }
}
