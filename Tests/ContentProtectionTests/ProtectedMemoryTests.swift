import ContentProtection
import Foundation
import Testing

@Suite struct ProtectedMemoryTests {
    @Test func corePagesDoNotContainSecrets() throws {
        let memory = try #require(ProtectedMemory(count: 5000))
        memory.bytes[4999] = 1
        let address = UInt(bitPattern: memory.bytes.baseAddress!)
        var (isInside, flags) = (false, [Substring]())
        // The size of the file is 0, so it must be read to its end.
        let maps = try #require(try FileHandle(forReadingAtPath: "/proc/self/smaps")?.readToEnd())
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            let bounds = (words.first ?? "").split(separator: "-").compactMap { UInt($0, radix: 16) }
            if bounds.count == 2 { isInside = bounds[0] <= address && address < bounds[1] }
            if isInside, words.first == "VmFlags:" { flags = Array(words.dropFirst()) }
        }
        // The flag "dd" is do-not-dump.
        #expect(flags.contains("dd"), "\(flags)")
    }

    @Test func identifiersHaveTwoForms() throws {
        let plain = try #require(KeyIdentifier("0123456789abcdef0123456789ABCDEF"))
        #expect(plain == KeyIdentifier("01234567-89ab-cdef-0123-456789abcdef"))
        #expect(plain.description == "01234567-89ab-cdef-0123-456789abcdef")
        #expect(plain.hexadecimal == "0123456789abcdef0123456789abcdef")
        for wrong in ["", "0123", "0123456789abcdef0123456789abcdeg", "01234567-89abcdef-0123-456789abcdef-"] {
            #expect(KeyIdentifier(wrong) == nil, "\(wrong)")
        }
    }
}
