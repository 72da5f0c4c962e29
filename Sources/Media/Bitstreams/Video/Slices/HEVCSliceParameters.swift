/// The fields of an HEVC sequence parameter set on which the syntax of slice headers depends (ITU-T H.265 7.3.2.2.1).
package struct HEVCSliceParameters: Sendable, Hashable {
    /// sps_seq_parameter_set_id.
    package var id = 0
    package var hasSeparatePlanes = false
    /// ChromaArrayType is not 0.
    package var hasChroma = true
    /// The coded size in luma samples.
    package var codedSize = PixelSize(width: 0, height: 0)
    /// CtbLog2SizeY.
    package var blockSizeBits = 4
    /// The bits of slice_pic_order_cnt_lsb.
    package var orderBits = 4
    package var hasAdaptiveOffset = false
    package var referenceSets: [HEVCReferenceSet] = []
    /// long_term_ref_pics_present_flag.
    package var hasLongTermReferences = false
    /// used_by_curr_pic_lt_sps_flag of each long-term reference picture.
    package var longTermUsed: [Bool] = []
    package var hasTemporalPrediction = false
    /// Whether the profile has tools for screen content, which change slice headers.
    package var isForScreenContent = false

    /// QpBdOffsetY.
    package var quantizerOffset = 0

    /// PicWidthInCtbsY.
    var columnCount: Int { blocks(codedSize.width) }
    /// PicHeightInCtbsY.
    var rowCount: Int { blocks(codedSize.height) }
    /// PicSizeInCtbsY.
    var blockCount: Int { columnCount * rowCount }

    private func blocks(_ length: Int) -> Int { (length + 1 << blockSizeBits - 1) >> blockSizeBits }
}
