/// The sizes of samples: a single number while all are equal.
struct SampleSizes: Sendable {
    private(set) var count = 0
    /// The size of all samples; nil if they differ.
    private(set) var constant: UInt32? = 0
    private(set) var sizes: [UInt32] = []

    var memory: Int { sizes.count * 4 }

    @inline(__always) mutating func append(_ size: UInt32) {
        if let constant {
            if count == 0 {
                self.constant = size
            } else if constant != size {
                sizes = Array(repeating: constant, count: count)
                self.constant = nil
                sizes.append(size)
            }
        } else {
            sizes.append(size)
        }
        count &+= 1
    }

    /// Appends the size of `number` samples.
    mutating func append(_ size: UInt32, count number: Int) {
        guard number > 0 else { return }
        append(size)
        if constant == nil { sizes += Array(repeating: size, count: number - 1) }
        count += number - 1
    }
}
