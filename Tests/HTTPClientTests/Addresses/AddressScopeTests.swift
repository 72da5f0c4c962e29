import HTTPClient
import Testing

@Suite struct AddressScopeTests {
    @Test(arguments: [
        ("8.8.8.8", AddressScope.anywhere), ("172.15.255.255", .anywhere), ("172.32.0.0", .anywhere),
        ("10.0.0.1", .privateNetwork), ("172.16.0.1", .privateNetwork), ("192.168.1.1", .privateNetwork),
        ("100.64.0.1", .privateNetwork), ("169.254.169.254", .link), ("127.0.0.1", .machine),
        ("127.255.255.254", .machine), ("0.0.0.0", .machine), ("255.255.255.255", .machine), ("224.0.0.1", .machine),
        ("2001:4860:4860::8888", .anywhere), ("::1", .machine), ("::", .machine), ("fe80::1", .link),
        ("fd00::1", .privateNetwork), ("ff02::1", .machine), ("::ffff:127.0.0.1", .machine),
        ("64:ff9b::10.0.0.1", .privateNetwork), ("2002:a9fe:a9fe::1", .link), ("::ffff:8.8.8.8", .anywhere),
    ])
    func everyAddressHasTheScopeOfItsRegistry(text: String, scope: AddressScope) throws {
        #expect(AddressTable().scope(of: try #require(IPAddress(text))) == scope)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "0x7f.1", "127.1", "[::1]", "::1%lo"])
    func malformedAddressIsRejected(text: String) { #expect(IPAddress(text) == nil) }

    @Test func publicPlaylistReachesOnlyPublicAddresses() {
        let rules = FetchRules(reach: .anywhere)
        #expect(throws: Never.self) { try rules.validate("http://8.8.8.8/a.ts") }
        for host in ["127.0.0.1", "10.1.2.3", "169.254.169.254", "[::1]", "[fd00::1]"] {
            #expect(throws: TransferError.self) { try rules.validate("http://\(host)/a.ts") }
        }
    }

    @Test func privatePlaylistDoesNotReachThisMachine() {
        let rules = FetchRules(reach: .privateNetwork)
        #expect(throws: Never.self) { try rules.validate("http://10.0.0.9/a.ts") }
        #expect(throws: TransferError.self) { try rules.validate("http://127.0.0.1/a.ts") }
        #expect(throws: TransferError.self) { try rules.validate("http://169.254.169.254/latest") }
    }

    @Test(arguments: [
        (AddressScope.machine, AddressScope?.none, [AddressScope.anywhere, .privateNetwork, .machine]),
        (.machine, .privateNetwork, [.anywhere, .privateNetwork]), (.machine, .anywhere, [.anywhere]),
        (.privateNetwork, .machine, [.anywhere, .privateNetwork]), (.link, .link, [.anywhere, .privateNetwork, .link]),
    ])
    func redirectsLeadNoCloserToThisMachine(reach: AddressScope, server: AddressScope?, allowed: [AddressScope]) {
        let hosts: [(AddressScope, String)] = [
            (.anywhere, "8.8.8.8"), (.privateNetwork, "10.0.0.1"), (.link, "169.254.169.254"), (.machine, "127.0.0.1"),
        ]
        let rules = FetchRules(reach: reach).redirected(by: server)
        let reached = hosts.filter { (try? rules.validate("http://\($0.1)/")) != nil }.map(\.0)
        #expect(reached == allowed)
        // The user's own URL may be anywhere.
        #expect(throws: Never.self) { try FetchRules().redirected(by: nil).validate("http://169.254.169.254/") }
    }
}
