import Testing

@testable import Operations

@Suite struct HostNameTests {
    @Test(arguments: [nil, "localhost", "LOCALHOST:9090", "127.0.0.1", "192.0.2.7:9090", "[::1]", "[::1]:9090"])
    func addressesAndLocalhostArePermitted(field: String?) { #expect(HostName.isSafe(field)) }

    @Test(
        arguments: [
            "example.org", "example.org:9090", "127.0.0.1.example.org", "localhost.example.org", "", ":9090",
            "localhost:99999", "[::1", "[::1]x", "::1", "127.1", "0x7f.1", "localhost:90:90",
        ])
    func otherNamesAreDenied(field: String) { #expect(!HostName.isSafe(field)) }
}
