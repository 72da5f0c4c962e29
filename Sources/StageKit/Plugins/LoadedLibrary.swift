import Glibc

/// The libraries mapped into the memory of this process.
enum LoadedLibrary {
    /// Returns the path of the file mapped at a memory address, from `/proc/self/maps`; nil when there is none.
    static func path(at address: UnsafeRawPointer) -> String? {
        guard let list = fopen("/proc/self/maps", "re") else { return nil }
        defer { fclose(list) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, list) > 0, let line {
            if let path = path(String(cString: line), containing: UInt(bitPattern: address)) { return path }
        }
        return nil
    }

    /// Parses a line such as `7f00-7f10 r-xp 0000 08:01 42  /usr/lib/a.so`. Returns the path if the range contains the
    /// address.
    static func path(_ line: String, containing address: UInt) -> String? {
        let words = line.split(maxSplits: 5, omittingEmptySubsequences: true) { $0 == " " || $0 == "\n" }
        guard words.count == 6 else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, (ends[0]..<max(ends[0], ends[1])).contains(address) else { return nil }
        let path = words[5].drop { $0 == " " }.prefix { $0 != "\n" }
        return path.hasPrefix("/") ? String(path) : nil
    }
}
