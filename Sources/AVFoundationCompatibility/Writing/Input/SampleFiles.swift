import AssetWriting
import Foundation
import Media
import SystemFiles
import Synchronization

/// The file that contains the samples of buffers without data, which refer to it by their attachments.
struct SampleFiles: Sendable {
    private var path: String?
    private var content: ByteSlice?

    /// Returns bytes of a file. Throws if the file cannot be read or is shorter.
    mutating func bytes(of url: URL, offset: Int, count: Int) throws -> ByteSlice {
        if url.path != path {
            content = try MappedFile(path: url.path).content
            path = url.path
        }
        guard let content, offset >= 0, count >= 0, offset <= content.count, count <= content.count - offset else {
            throw statusError(
                kCMSampleBufferError_InvalidSampleData,
                "'\(url.path)' does not contain \(count) bytes at offset \(offset)")
        }
        return content.slice(offset..<offset + count)
    }
}

extension AVAssetWriterInput {
    /// Returns the buffer with the bytes that its attachments refer to, if it contains no data.
    func referencing(_ buffer: CMSampleBuffer) throws -> CMSampleBuffer {
        var copy = buffer.state.withLock { $0 }
        guard copy.dataBuffer == nil, copy.imageBuffer == nil,
            let url = copy.attachments[kCMSampleBufferAttachmentKey_SampleReferenceURL]?.value as? URL
        else { return buffer }
        let offset =
            settingInteger(copy.attachments[kCMSampleBufferAttachmentKey_SampleReferenceByteOffset]?.value) ?? 0
        let count = buffer.totalSampleSize
        copy.dataBuffer = CMBlockBuffer(
            try state.withLock { try $0.references.bytes(of: url, offset: offset, count: count) })
        return CMSampleBuffer(copy)
    }
}
