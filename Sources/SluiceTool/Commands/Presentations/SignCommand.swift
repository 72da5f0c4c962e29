import Glibc
import HTTPServer
import HTTPStages
import Media
import StageKit
import SystemFiles
import SystemTime

/// Signs URLs for an origin that has a signing key.
enum SignCommand: Command {
    static let name = "sign"
    static let abstract = "Sign the URL of a presentation for an origin with a signing key."
    static let usage = "URL"
    static let words = 1...1
    static var options: [CommandOption] {
        [
            CommandOption("key-file", "k", .value("FILE"), "File with the signing key on its first line"),
            CommandOption("key", nil, .value("KEY"), "Signing key; visible to other users of this machine"),
            CommandOption("for", "f", .value("TIME"), "Validity of the URL, such as 90min; default: 24h"),
        ]
    }
    static let examples = [
        "http://127.0.0.1:8080/live/ --key-file signing.key",
        "https://example.org/live/index.m3u8 --key-file signing.key --for 2h",
    ]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let length: MediaTime = try arguments.option("for") ?? .seconds(86_400)
        let expiry = (SystemClock().wallTime + length.duration).seconds
        let key = try key(arguments)
        do throws(URLSigner.Problem) {
            Console.write(try URLSigner.sign(arguments.words[0], key: key, until: expiry) + "\n")
            return .done
        } catch {
            throw UsageError(error.message)
        }
    }

    private static func key(_ arguments: Arguments) throws(UsageError) -> String {
        switch (arguments.value("key"), arguments.value("key-file")) {
        case (let key?, nil): return key
        case (nil, let path?):
            do throws(RegularFile.Failure) {
                let bytes = try RegularFile.read(path, limit: 64 << 10, scope: .filesAndOpenDescriptors)
                return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
            } catch {
                throw UsageError("cannot read '\(path)': \(error)")
            }
        default: throw UsageError("either --key-file or --key is required")
        }
    }
}
