import Glibc

/// The libraries that are mapped into this process.
enum LoadedLibrary {
    /// The path of the file that is mapped at an address, as the kernel lists it.
    static func path(at address: UnsafeRawPointer) -> String? {
        guard let list = fopen("/proc/self/maps", "re") else { return nil }
        defer { fclose(list) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, list) > 0, let line {
            if let path = path(String(cString: line), holding: UInt(bitPattern: address)) { return path }
        }
        return nil
    }

    /// The path of a line such as `7f00-7f10 r-xp 0000 08:01 42  /usr/lib/a.so`, when the address is in its range.
    static func path(_ line: String, holding address: UInt) -> String? {
        let words = line.split(maxSplits: 5, omittingEmptySubsequences: true) { $0 == " " || $0 == "\n" }
        guard words.count == 6 else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, (ends[0]..<max(ends[0], ends[1])).contains(address) else { return nil }
        let path = words[5].drop { $0 == " " }.prefix { $0 != "\n" }
        return path.hasPrefix("/") ? String(path) : nil
    }
}
