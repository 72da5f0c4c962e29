import Media
import ScriptedMedia

extension Script {
    /// The script with H.264 slices of different sizes as samples, whose type tells whether they are sync samples.
    var withPictures: Script {
        guard track.mediaType == .video else { return self }
        var script = self
        for index in script.samples.indices {
            let count = 8 + index % 23
            let slice: [UInt8] = [script.samples[index].isSync ? 0x65 : 0x41] + (1..<count).map { UInt8($0) }
            script.samples[index].bytes = ByteSlice(copying: [0, 0, 0, UInt8(count)] + slice)
        }
        return script
    }
}
