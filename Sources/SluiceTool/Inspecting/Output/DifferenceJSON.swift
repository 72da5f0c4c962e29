/// The JSON form of the differences of two files.
struct DifferenceJSON: Encodable {
    struct Entry: Encodable {
        var place: String
        var first: String?
        var second: String?
    }
    var first: String
    var second: String
    var differences: [Entry]
    var omitted: Int
}
