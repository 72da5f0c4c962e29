import SystemFiles
import ISOMedia
import Media

/// A mapped file and its parsed movie structure.
struct AssetSource: Sendable {
    let url: FileURL
    let file: MappedFile
    let movie: MovieFile

    init(_ url: FileURL) throws(AssetReaderError) {
        self.url = url
        do throws(MappedFile.Failure) {
            file = try MappedFile(path: url.path)
        } catch {
            throw AssetReaderError(.unreadableFile, "\(error)")
        }
        do throws(MovieFileError) {
            movie = try MovieFile(reading: file.content)
        } catch {
            throw AssetReaderError(error, in: url.path)
        }
        if let later = movie.additionalMovie { throw AssetReaderError(.unsupportedFormat, "'\(url.path)': \(later)") }
    }

    /// Throws when the file has been truncated: reading a mapping past the end of the file would terminate the process.
    func checkLength() throws(AssetReaderError) {
        guard file.isComplete else {
            throw AssetReaderError(.truncatedFile, "'\(url)' was truncated while it was being read")
        }
    }
}
