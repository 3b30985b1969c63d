// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The decoder of one codec with the ports that all decoders of lp_codec_dec share. Only this
/// module and lp_codec_unit_enc name the codecs' units.
///
/// Latency, interval: those of the unit (lp_zvc_dec, lp_bpc_dec).
module lp_codec_unit_dec #(
    /// Number of the codec (lp_codec_pkg).
    parameter int CODEC = 0,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Beat in: valid.
    input  wire logic         s_valid_i,
    /// Beat in: ready.
    output wire logic         s_ready_o,
    /// Up to 32 bytes of the entry or stream.
    input  wire logic [255:0] s_data_i,
    /// With the first beat: a memory entry, otherwise a packed stream. Ignored for codecs without
    /// streams.
    input  wire logic         s_mem_i,
    /// Last beat of the entry or of the stream.
    input  wire logic         s_last_i,
    /// Elements in the last beat of a stream (elsewhere ignored).
    input  wire logic [5:0]   s_count_i,
    /// With an entry's first beat: 0 zero line, 1..3 compressed, 4 raw.
    input  wire logic [2:0]   s_sectors_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the raw line.
    output wire logic [255:0] m_data_o,
    /// Fourth sector of the line.
    output wire logic         m_last_o,
    /// With the fourth sector: the line is bad.
    output wire logic         m_err_o,
    /// With the fourth sector: no line of its entry or stream follows.
    output wire logic         m_end_o,
    /// With the fourth sector of a good line: the byte of the entry in which its record ends, from
    /// 0, for codecs whose records do not contain their length; else 0.
    output wire logic [6:0]   m_byte_o,

    /// No line of a stream will follow until another beat comes.
    output wire logic         idle_o
);
  generate
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  generate
    case (CODEC)
      lp_codec_pkg::ZVC: begin : g_codec
        lp_zvc_dec #(.ELEM(ELEM)) u_zvc (
            .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i, .s_mem_i, .s_last_i, .s_count_i,
            .s_sectors_i, .m_valid_o, .m_ready_i, .m_data_o, .m_last_o, .m_err_o, .m_end_o,
            .idle_o);
        assign m_byte_o = 7'd0;
      end
      lp_codec_pkg::BPC: begin : g_codec
        /* verilator lint_off UNUSEDSIGNAL */
        wire unused;
        /* verilator lint_on UNUSEDSIGNAL */
        assign unused = s_mem_i | (|s_count_i);
        lp_bpc_dec u_bpc (
            .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i, .s_last_i, .s_sectors_i, .m_valid_o,
            .m_ready_i, .m_data_o, .m_last_o, .m_err_o, .m_byte_o);
        assign m_end_o = m_last_o;
        assign idle_o = 1'b1;
      end
      default: begin : g_check_codec
        lp_bad_CODEC_not_that_of_a_codec u_bad ();
      end
    endcase
  endgenerate
endmodule

`default_nettype wire
