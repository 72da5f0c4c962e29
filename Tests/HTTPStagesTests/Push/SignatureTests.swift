import Digests
import Media
import StageKit
import Testing

@testable import HTTPServer
@testable import HTTPStages

/// The examples in the AWS documentation of the signature.
@Suite struct SignatureTests {
    private func sign(_ request: SignatureV4.Request) throws -> String {
        var access = S3Credentials()
        (access.region, access.accessKey) = ("us-east-1", "AKIAIOSFODNN7EXAMPLE")
        access.secretKey = Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
        // Fri, 24 May 2013 00:00:00 GMT
        let fields = SignatureV4(credentials: access, seconds: 1_369_353_600).fields(for: request)
        let value = try #require(fields.first { $0.name == "Authorization" }?.value)
        #expect(
            value.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"))
        #expect(!value.contains("wJalrXUtnFEMI"))
        return String(value.suffix(64))
    }

    private let host = (name: "Host", value: "examplebucket.s3.amazonaws.com")

    @Test func rangedGETIsSigned() throws {
        let request = SignatureV4.Request(
            method: "GET", path: "/test.txt", fields: [host, ("Range", "bytes=0-9")], payload: SHA256.ofNothing)
        #expect(try sign(request) == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test func putWithBodyIsSigned() throws {
        let payload = SHA256.text(of: "Welcome to Amazon S3.")
        #expect(payload == "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
        let request = SignatureV4.Request(
            method: "PUT", path: "/test%24file.text",
            fields: [
                host, ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
            ], payload: payload)
        #expect(try sign(request) == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    }

    @Test(arguments: [
        ("lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        ("max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
        ("prefix=J&max-keys=2", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ])
    func queryIsSortedForSigning(query: String, signature: String) throws {
        let request = SignatureV4.Request(
            method: "GET", path: "/", query: query, fields: [host], payload: SHA256.ofNothing)
        #expect(try sign(request) == signature)
    }

    @Test func digestOfPiecesEqualsDigestOfWhole() {
        let pieces = [[UInt8]("abc".utf8), [], [UInt8]("dbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)]
        #expect(
            SHA256.text(of: pieces.map { ByteSlice(copying: $0) })
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(SHA256.text(of: [UInt8]()) == SHA256.ofNothing)
    }

    @Test func keysDefaultToEnvironment() throws {
        var access = S3Credentials()
        access.region = "eu-central-1"
        let variables = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B", "AWS_SESSION_TOKEN": "C"]
        let completed = try access.completed { variables[$0] }
        #expect(completed.accessKey == "A" && completed.secretKey.value == "B" && completed.sessionToken.value == "C")
        let signed = SignatureV4(credentials: completed, seconds: 0).fields(
            for: SignatureV4.Request(method: "PUT", path: "/", fields: [host], payload: SHA256.ofNothing))
        #expect(signed.contains { $0 == ("x-amz-security-token", "C") })
        #expect(signed.last?.value.contains(";x-amz-security-token,") == true)
        #expect(throws: StageError.self) { try access.completed { _ in nil } }
    }
}
