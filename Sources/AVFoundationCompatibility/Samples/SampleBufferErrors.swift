/// Memory could not be allocated.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// A required parameter is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// The buffer has a data buffer already.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// The data is not ready.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// The index of a sample that does not exist.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// The sizes of the samples are not known.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// The times of the samples are not known.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// A memory block that is too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// Times or sizes for another number of samples.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// A buffer whose samples cannot be separated.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// Times that are not valid.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
/// A format of another media type.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// Data that does not have the samples.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// A format that does not fit the data.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The buffer was invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
