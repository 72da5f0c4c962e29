import FuzzTargets
import Glibc

// libFuzzer has the program's main and calls these two.

/// The parser that `SLUICE_FUZZ_TARGET` names: libFuzzer starts itself anew, with its own arguments only.
private let target = getenv("SLUICE_FUZZ_TARGET").flatMap { name in
    FuzzTarget.all.first { $0.name == String(cString: name) }
}

/// Without a name lists the parsers, each with the longest input that is worth trying.
@_cdecl("LLVMFuzzerInitialize")
public func begin(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
    if target != nil { return 0 }
    for target in FuzzTarget.all { print(target.name, target.longestInput) }
    exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    target?.read(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
}
