/// A reader of bit fields, from whole bytes or from a NAL unit.
package protocol BitFieldReader {
    mutating func flag() throws(BitstreamError) -> Bool
    /// Reads an unsigned field of 0 to 32 bits.
    mutating func number(_ count: Int) throws(BitstreamError) -> Int
    /// Reads an unsigned Exp-Golomb code, ue(v) of ITU-T H.264 9.1. Throws an error with the limit if it exceeds `limit`.
    mutating func count(upTo limit: Int, of what: String) throws(BitstreamError) -> Int
    /// Skips Exp-Golomb codes: signed ones, se(v), have the lengths of unsigned ones.
    mutating func skipExpGolomb(_ count: Int) throws(BitstreamError)
}
