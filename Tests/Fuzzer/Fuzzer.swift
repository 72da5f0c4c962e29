import FuzzTargets
import Glibc

// libFuzzer contains `main` and calls these two functions.

/// The parser named by `SLUICE_FUZZ_TARGET`. An environment variable, because libFuzzer restarts itself with its own
/// arguments only.
private let target = getenv("SLUICE_FUZZ_TARGET").flatMap { name in
    FuzzTarget.all.first { $0.name == String(cString: name) }
}

/// Without a name, lists the parsers with their maximum useful input lengths.
@_cdecl("LLVMFuzzerInitialize")
public func begin(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
    if target != nil { return 0 }
    for target in FuzzTarget.all { print(target.name, target.maximumInputSize) }
    exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    target?.read(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
}
