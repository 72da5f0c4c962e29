import Foundation
import HTTPClient

/// The data from servers other than media: header lines and URLs.
enum ResponseInput {
    static func read(_ input: [UInt8]) {
        var head = ResponseHead(status: 206)
        for line in input.split(separator: UInt8(ascii: "\n")).prefix(64) {
            let text = String(decoding: line, as: UTF8.self)
            head.take(text)
            readAddress(text)
        }
        if let range = head.contentRange { demand(range.lowerBound >= 0, "a range begins in the body") }
    }

    private static func readAddress(_ text: String) {
        if let address = IPAddress(text) { _ = AddressTable().scope(of: address) }
        if let address = WebAddress(text) {
            _ = (address.origin, address.stable, address.queryParameters, address.pathExtension)
            _ = address.resolve("../x?y#z")?.description
        }
        _ = WebAddress("https://example.com/a/b.m3u8")?.resolve(text)?.description
    }
}
