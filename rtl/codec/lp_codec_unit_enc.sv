// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The encoder of one codec with the ports that all encoders of lp_codec_enc share. Only this
/// module and lp_codec_unit_dec name the codecs' units.
///
/// Latency, interval: those of the unit (lp_zvc_enc, lp_bpc_enc).
module lp_codec_unit_enc #(
    /// Number of the codec (lp_codec_pkg).
    parameter int CODEC = 0,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Sector in: valid.
    input  wire logic         s_valid_i,
    /// Sector in: ready.
    output wire logic         s_ready_o,
    /// Sector of a raw line, lowest address in the lowest byte.
    input  wire logic [255:0] s_data_i,
    /// With the fourth sector: the line is a memory entry. Ignored for codecs without streams.
    input  wire logic         s_mem_i,
    /// With the fourth sector: the packed stream ends with this line.
    input  wire logic         s_last_i,

    /// Beat out: valid.
    output wire logic         m_valid_o,
    /// Beat out: ready.
    input  wire logic         m_ready_i,
    /// Up to 32 bytes of the entry or stream, zero past its end.
    output wire logic [255:0] m_data_o,
    /// The beat belongs to a memory entry.
    output wire logic         m_mem_o,
    /// Last beat of the entry or of the stream.
    output wire logic         m_last_o,
    /// Elements in a stream's beat.
    output wire logic [5:0]   m_count_o,
    /// Bits of the entry's record, also when it is stored raw.
    output wire logic [10:0]  m_size_o,
    /// Sectors of the entry: 0 zero line (one beat is still sent), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o
);
  generate
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  generate
    case (CODEC)
      lp_codec_pkg::ZVC: begin : g_codec
        wire [7:0] size;
        // The sizes of a packed stream's lines are not used here.
        /* verilator lint_off UNUSEDSIGNAL */
        wire line;
        wire [7:0] line_size;
        wire [2:0] line_sectors;
        /* verilator lint_on UNUSEDSIGNAL */
        lp_zvc_enc #(.ELEM(ELEM)) u_zvc (
            .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i, .s_mem_i, .s_last_i, .m_valid_o,
            .m_ready_i, .m_data_o, .m_mem_o, .m_last_o, .m_count_o, .m_size_o(size), .m_sectors_o,
            .l_valid_o(line), .l_size_o(line_size), .l_sectors_o(line_sectors));
        assign m_size_o = 11'(size) << $clog2(ELEM);
      end
      lp_codec_pkg::BPC: begin : g_codec
        /* verilator lint_off UNUSEDSIGNAL */
        wire unused;
        /* verilator lint_on UNUSEDSIGNAL */
        assign unused = s_mem_i | s_last_i;
        lp_bpc_enc u_bpc (
            .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i, .m_valid_o, .m_ready_i, .m_data_o,
            .m_last_o, .m_size_o, .m_sectors_o);
        assign m_mem_o = 1'b1;
        assign m_count_o = 6'd0;
      end
      default: begin : g_check_codec
        lp_bad_CODEC_not_that_of_a_codec u_bad ();
      end
    endcase
  endgenerate
endmodule

`default_nettype wire
