import AVFoundationCompatibility
import Testing

/// Timed metadata through an adaptor.
@Suite struct MetadataAdaptorTests {
    private func group(_ index: Int64, _ text: String, identifier: String = "mdta/org.example.place")
        -> AVTimedMetadataGroup
    {
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataIdentifier(rawValue: identifier)
        item.dataType = kCMMetadataBaseDataType_UTF8
        item.value = NSString(string: text)
        let range = CMTimeRange(start: CMTime(value: index, timescale: 1), duration: CMTime(value: 1, timescale: 1))
        return AVTimedMetadataGroup(items: [item], timeRange: range)
    }

    private func writer(_ folder: WritingFolder, hint: CMFormatDescription?) throws
        -> (AVAssetWriter, AVAssetWriterInputMetadataAdaptor)
    {
        let writer = try AVAssetWriter(url: folder.url("movie.mov"), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: hint)
        let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
        writer.add(input)
        return (writer, adaptor)
    }

    @Test func groupsBecomeSamplesOfBoxedMetadata() async throws {
        let folder = try WritingFolder()
        let hint = try #require(group(0, "Berlin").copyFormatDescription())
        let (writer, adaptor) = try writer(folder, hint: hint)
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        for (index, text) in ["Berlin", "Potsdam", "Magdeburg"].enumerated() {
            #expect(adaptor.append(group(Int64(index), text)), "\(String(describing: writer.error))")
        }
        adaptor.assetWriterInput.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let bytes = try Data(contentsOf: folder.url("movie.mov"))
        #expect(bytes.range(of: Data("mebx".utf8)) != nil && bytes.range(of: Data("org.example.place".utf8)) != nil)
        #expect(bytes.range(of: Data("Potsdam".utf8)) != nil)
        let packets = try folder.probe("movie.mov", "-show_entries", "packet=pts_time,duration_time,size")
        #expect(packets == ["0.000000,1.000000,14", "1.000000,1.000000,15", "2.000000,1.000000,17"], "\(packets)")
    }

    @Test func specificationsDescribeTheSameFormat() throws {
        var format: CMMetadataFormatDescription?
        let specification: [String: Any] = [
            kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: "mdta/org.example.place",
            kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: kCMMetadataBaseDataType_UTF8,
        ]
        let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: [specification],
            formatDescriptionOut: &format)
        #expect(status == noErr && format == group(0, "").copyFormatDescription())
        #expect(
            CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
                allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: [1],
                formatDescriptionOut: &format) == kCMFormatDescriptionError_InvalidParameter)
    }

    @Test func itemsWithoutDeclaredKeyFailTheWriter() throws {
        let folder = try WritingFolder()
        let (writer, adaptor) = try writer(folder, hint: group(0, "").copyFormatDescription())
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(!adaptor.append(group(0, "x", identifier: "mdta/org.example.other")))
        #expect(writer.status == .failed && (writer.error as? AVError)?.code == .invalidSourceMedia)
    }

    @Test func adaptorWithoutFormatFailsTheStart() throws {
        let (writer, _) = try writer(WritingFolder(), hint: nil)
        #expect(!writer.startWriting() && (writer.error as? AVError)?.code == .incorrectlyConfigured)
    }
}
