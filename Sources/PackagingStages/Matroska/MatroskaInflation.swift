import CZlib
import Matroska
import Media

/// The decompression of frames with zlib.
enum MatroskaInflation {
    static let inflate: Inflater = { compressed, limit in
        compressed.withUnsafeBytes { source in
            guard let start = source.bindMemory(to: UInt8.self).baseAddress else { return nil }
            // A frame does not declare its size.
            var capacity = min(limit, max(4096, 8 * source.count))
            while true {
                var (count, code) = (uLongf(capacity), Z_OK)
                let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, used in
                    code = uncompress(target.baseAddress, &count, start, uLong(source.count))
                    used = code == Z_OK ? Int(count) : 0
                }
                if code == Z_OK { return bytes }
                guard code == Z_BUF_ERROR, capacity < limit else { return nil }
                capacity = min(limit, 4 * capacity)
            }
        }
    }
}
