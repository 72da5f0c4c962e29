import Synchronization

/// Whether an attachment is copied to buffers that are made from this one.
public typealias CMAttachmentMode = UInt32
/// The attachment is for this buffer.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// The attachment is also for buffers made from this one.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

extension CMSampleBuffer {
    /// The attachments of each sample.
    public var sampleAttachments: SampleAttachmentsArray { SampleAttachmentsArray(buffer: self) }

    /// The attachments of the samples of a buffer, which may be changed in place.
    public struct SampleAttachmentsArray: RandomAccessCollection, Sendable {
        let buffer: CMSampleBuffer
        public var startIndex: Int { 0 }
        public var endIndex: Int { buffer.numSamples }
        /// The attachments of a sample; empty for an index that is out of range.
        public subscript(index: Int) -> PerSampleAttachmentsDictionary {
            get { PerSampleAttachmentsDictionary(buffer: buffer, index: index) }
            nonmutating set { buffer.setSampleAttachments(newValue.values, at: index) }
        }
    }

    /// The attachments of a sample, which may be changed in place.
    public struct PerSampleAttachmentsDictionary: Sendable {
        let buffer: CMSampleBuffer
        let index: Int
        var values: [String: UncheckedValue] { buffer.sampleAttachments(at: index) }

        /// The key of an attachment of a sample.
        public struct Key: RawRepresentable, Hashable, Sendable {
            public let rawValue: CFString
            /// The key with this name.
            public init(rawValue: CFString) { self.rawValue = rawValue }
            /// The sample depends on others: decoding cannot start at it.
            public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
            /// Decoding can start at the sample, with pictures before it that cannot be decoded.
            public static let partialSync = Key(rawValue: kCMSampleAttachmentKey_PartialSync)
            /// Whether the sample depends on others.
            public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
            /// Whether others depend on the sample.
            public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
            /// The sample is decoded but not shown.
            public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
            /// Later samples may be shown before this one.
            public static let earlierDisplayTimesAllowed = Key(
                rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
            /// The sample is shown at once.
            public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
        }

        /// The value of an attachment; nil for none.
        public subscript(key: Key) -> Any? {
            get { values[key.rawValue]?.value }
            nonmutating set {
                var changed = values
                changed[key.rawValue] = newValue.map(UncheckedValue.init)
                buffer.setSampleAttachments(changed, at: index)
            }
        }
    }

    /// Returns the attachments of a sample by name; empty for an index that is out of range.
    func sampleAttachments(at index: Int) -> [String: UncheckedValue] {
        state.withLock { $0.sampleAttachments.indices.contains(index) ? $0.sampleAttachments[index] : [:] }
    }

    func setSampleAttachments(_ values: [String: UncheckedValue], at index: Int) {
        state.withLock { state in
            guard (0..<state.sampleCount).contains(index) else { return }
            if state.sampleAttachments.isEmpty {
                state.sampleAttachments = Array(repeating: [:], count: state.sampleCount)
            }
            state.sampleAttachments[index] = values
        }
    }

    /// The attachments of the buffer, which may be changed in place.
    public var attachments: Attachments { Attachments(buffer: self) }

    /// The attachments of a buffer by name.
    public struct Attachments: Sendable {
        let buffer: CMSampleBuffer
        /// The value of an attachment; nil for none.
        public subscript(key: CFString) -> Any? {
            get { buffer.state.withLock { $0.attachments[key] }?.value }
            nonmutating set {
                let value = newValue.map(UncheckedValue.init)
                buffer.state.withLock { $0.attachments[key] = value }
            }
        }
    }
}

/// Sets or removes an attachment of a buffer.
public func CMSetAttachment(
    _ target: CMSampleBuffer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
    target.attachments[key] = value
}

/// Returns an attachment of a buffer.
public func CMGetAttachment(
    _ target: CMSampleBuffer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    attachmentModeOut?.pointee = kCMAttachmentMode_ShouldPropagate
    return target.attachments[key]
}

/// Removes an attachment of a buffer.
public func CMRemoveAttachment(_ target: CMSampleBuffer, key: CFString) { target.attachments[key] = nil }

/// Returns the attachments of each sample as dictionaries, whose changes do not change the buffer: use
/// ``CMSampleBuffer/sampleAttachments``.
public func CMSampleBufferGetSampleAttachmentsArray(
    _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
    (0..<sbuf.numSamples).map { sbuf.sampleAttachments(at: $0).mapValues(\.value) }
}
