import Digests
import HTTPStages
import Media

/// The signature of a call: HMAC-SHA256 (RFC 2104) of the time stamp, a full stop and the body.
enum HookSignature {
    /// The name of the header field.
    static let field = "Sluice-Signature"

    /// Returns the value of the field, such as `t=1767225600,v1=…`: seconds since 1970 and hexadecimal digits.
    ///
    /// Recipients compare the digits in constant time and reject old time stamps, so that calls cannot be replayed.
    static func value(of body: [UInt8], secret: String, at date: WallTime) -> String {
        let time = "\(date.seconds)"
        let code = HMAC.sha256(of: Array("\(time).".utf8) + body, key: Array(secret.utf8))
        return "t=\(time),v1=\(code.hexadecimal())"
    }
}
