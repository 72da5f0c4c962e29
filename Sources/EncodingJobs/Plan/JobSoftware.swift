import Glibc

/// The versions of the software whose output depends on them.
package struct JobSoftware: Sendable, Hashable, Codable {
    /// The version of this tool, and of GStreamer.
    package var tool: String
    package var gstreamer: String
    /// The codec libraries that a process has loaded, by file name with version; empty before a run.
    package var codecs: [String] = []

    package init(tool: String, gstreamer: String, codecs: [String] = []) {
        (self.tool, self.gstreamer, self.codecs) = (tool, gstreamer, codecs)
    }

    /// The differences from another machine's software, in words; empty if output is the same.
    package func differences(from other: JobSoftware) -> [String] {
        var result: [String] = []
        if tool != other.tool { result.append("sluice \(tool) and \(other.tool)") }
        if gstreamer != other.gstreamer { result.append("GStreamer \(gstreamer) and \(other.gstreamer)") }
        let (mine, theirs) = (Set(codecs), Set(other.codecs))
        if !codecs.isEmpty, !other.codecs.isEmpty, mine != theirs {
            result.append(
                "\(mine.subtracting(theirs).sorted().joined(separator: ", ")) and "
                    + theirs.subtracting(mine).sorted().joined(separator: ", "))
        }
        return result
    }

    /// Returns the software with the codec libraries that this process has loaded.
    package func withLoadedCodecs() -> JobSoftware {
        var result = self
        result.codecs = Self.loadedCodecs()
        return result
    }

    /// The libraries that code media; the first parts of their file names.
    private static let libraries = [
        "libx264.", "libx265.", "libSvtAv1Enc.", "libaom.", "libvpx.", "libopenh264.", "libavcodec.", "libopus.",
        "libFLAC.", "libfdk-aac.", "libjpeg.",
    ]

    private static func loadedCodecs() -> [String] {
        var names: Set<String> = []
        guard let file = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let line {
            let text = String(cString: line)
            guard let slash = text.lastIndex(of: "/") else { continue }
            let name = text[text.index(after: slash)...].filter { !$0.isNewline }
            if libraries.contains(where: name.hasPrefix) { names.insert(name) }
        }
        return names.sorted()
    }
}
