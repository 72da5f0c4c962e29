/// The fields of an H.264 sequence parameter set on which the syntax of slice headers depends (ITU-T H.264 7.3.2.1.1).
package struct AVCSliceParameters: Sendable, Hashable {
    /// seq_parameter_set_id.
    package var id = 0
    package var hasSeparatePlanes = false
    /// The bits of frame_num.
    package var frameNumberBits = 4
    /// pic_order_cnt_type.
    package var orderType = 0
    /// The bits of pic_order_cnt_lsb.
    package var orderBits = 4
    /// delta_pic_order_always_zero_flag.
    package var hasNoOrderDelta = false
    /// offset_for_non_ref_pic.
    package var nonReferenceOffset = 0
    /// offset_for_top_to_bottom_field.
    package var bottomOffset = 0
    /// offset_for_ref_frame of each frame of the cycle.
    package var referenceOffsets: [Int] = []
    package var framesOnly = true
    /// gaps_in_frame_num_value_allowed_flag.
    package var allowsFrameNumberGaps = false
    /// QpBdOffsetY.
    package var quantizerOffset = 0
    /// PicSizeInMapUnits.
    package var mapUnits = 1
    /// ChromaArrayType is not 0.
    package var hasChroma = true

    /// The number of macroblocks of a frame.
    var blockCount: Int { mapUnits * (framesOnly ? 1 : 2) }
}
