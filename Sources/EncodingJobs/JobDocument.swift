import Foundation

/// Reads and writes the JSON documents of a job.
enum JobDocument {
    /// The largest document that is read, in bytes.
    static let limit = 256 << 20

    /// The `schema` of a document.
    private struct Header: Codable {
        var schema: String
    }

    static func bytes(of value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("the documents of a job are valid JSON")
        }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    static func parse<Value: Decodable>(
        _ bytes: [UInt8], schema: String, path: String
    ) throws(JobError) -> Value {
        let (data, decoder) = (Data(bytes), JSONDecoder())
        guard let header = try? decoder.decode(Header.self, from: data) else {
            throw JobError("'\(path)' is not a document of a job")
        }
        guard header.schema == schema else {
            throw JobError("'\(path)' has the format '\(header.schema)'; this version reads '\(schema)'")
        }
        do {
            return try decoder.decode(Value.self, from: data)
        } catch {
            throw JobError("'\(path)' is damaged; plan or process it again")
        }
    }
}
