// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_zvc_enc under any input, stall and reset. PART chooses what is checked:
/// 0: handshake rules of the output, except its data (3, from any state).
/// 1: every line is reported once and every entry or stream ends once, in order; without stalls
///    every line comes out within DRAIN cycles.
/// 2: sizes and sectors equal a plain count; an entry has as many beats as it has sectors (one if
///    none); a stream has as many elements as its lines' records.
module fv_zvc_enc #(
    parameter int ELEM = 32,
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_mem_i,
    input wire logic         s_last_i,
    input wire logic         m_ready_i
);
  localparam int LANES = 256 / ELEM;
  localparam int MASK = 4 * LANES / ELEM;
  localparam int DRAIN = 10;

  wire rst_n, s_ready, m_valid, m_mem, m_last, l_valid;
  wire [255:0] m_data;
  wire [5:0] m_count;
  wire [7:0] m_size, l_size;
  wire [2:0] m_sectors, l_sectors;
  fv_reset #(.ANY(PART == 3)) u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_zvc_enc #(.ELEM(ELEM)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_mem_i, .s_last_i,
      .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_mem_o(m_mem), .m_last_o(m_last),
      .m_count_o(m_count), .m_size_o(m_size), .m_sectors_o(m_sectors),
      .l_valid_o(l_valid), .l_size_o(l_size), .l_sectors_o(l_sectors));

  fv_stream #(.WIDTH(258), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_data_i, s_mem_i, s_last_i}));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;

  // ---------------------------------------------------------------- input lines
  logic [1:0] idx_q = 2'd0;
  logic open_q = 1'b0;
  wire line_in = push && idx_q == 2'd3;
  wire mem_in = s_mem_i && !open_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      idx_q  <= 2'd0;
      open_q <= 1'b0;
    end else begin
      if (push) idx_q <= idx_q + 2'd1;
      if (line_in) open_q <= !mem_in && !s_last_i;
    end
  end

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(2 + 6 + 8 + 3)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_mem, m_last, m_count, m_size, m_sectors}));

    end else if (PART == 3) begin : g_data
      fv_stream #(.WIDTH(256)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_data));

    end else if (PART == 1) begin : g_counts
      // lines: in and not yet reported; ends: entries and streams complete and not yet out.
      logic [2:0] lines_q = 3'd0, ends_q = 3'd0;
      logic [3:0] idle_q = 4'd0;
      wire end_in = line_in && (mem_in || s_last_i);
      wire end_out = pop && m_last;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          lines_q <= 3'd0;
          ends_q <= 3'd0;
          idle_q <= 4'd0;
        end else begin
          lines_q <= lines_q + {2'b0, line_in} - {2'b0, l_valid};
          ends_q <= ends_q + {2'b0, end_in} - {2'b0, end_out};
          idle_q <= push || !m_ready_i ? 4'd0 : idle_q == 4'(DRAIN) ? idle_q : idle_q + 4'd1;
        end
      end
      fv_assert u_lines (.hold_i(lines_q <= 3'd3 && (!rst_n || !l_valid || lines_q != 3'd0)));
      fv_assert u_ends (.hold_i(ends_q <= 3'd4 && (!end_out || ends_q != 3'd0)));
      fv_assert u_drained (.hold_i(!rst_n || idle_q != 4'(DRAIN) || idx_q != 2'd0
                                   || (ends_q == 3'd0 && lines_q == 3'd0 && !m_valid)));
      fv_cover u_two (.seen_i(ends_q == 3'd2));
      fv_cover u_idle (.seen_i(idle_q == 4'(DRAIN) && idx_q == 2'd0 && !open_q));

    end else begin : g_sizes
      // Non-zero elements of this sector and of the line so far.
      logic [7:0] sector_count, line_q = 8'd0;
      always_comb begin
        sector_count = 8'd0;
        for (int i = 0; i < LANES; i++)
          sector_count = sector_count + {7'd0, s_data_i[i*ELEM +: ELEM] != '0};
      end
      // The four newest lines: size of the record and whether it is an entry.
      logic [7:0] size_q [0:3];
      logic [3:0] mem_q = 4'd0;
      logic [1:0] wr_q = 2'd0, l_q = 2'd0;
      wire [7:0] size_in = line_q + sector_count + 8'(MASK);
      wire [7:0] want = size_q[l_q];
      wire [2:0] want_sectors = want == 8'(MASK) ? 3'd0 : want > 8'(3 * LANES) ? 3'd4
                              : want > 8'(2 * LANES) ? 3'd3 : want > 8'(LANES) ? 3'd2 : 3'd1;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          line_q <= 8'd0;
          wr_q   <= 2'd0;
          l_q    <= 2'd0;
        end else begin
          if (push) line_q <= idx_q == 2'd3 ? 8'd0 : line_q + sector_count;
          if (line_in) begin
            size_q[wr_q] <= size_in;
            mem_q[wr_q] <= mem_in;
            wr_q <= wr_q + 2'd1;
          end
          if (l_valid) l_q <= l_q + 2'd1;
        end
      end
      fv_assert u_line (.hold_i(!rst_n || !l_valid
                                || (l_size == want && l_sectors == want_sectors)));

      // Beats of the entry that have left; elements reported for streams and not yet out.
      logic [1:0] beat_q = 2'd0;
      logic [9:0] owed_q = 10'd0;
      wire [2:0] beats = m_sectors == 3'd0 ? 3'd1 : m_sectors;
      wire [9:0] owed = owed_q + (l_valid && !mem_q[l_q] ? {2'd0, l_size} : 10'd0);
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          beat_q <= 2'd0;
          owed_q <= 10'd0;
        end else begin
          if (pop) beat_q <= m_last || !m_mem ? 2'd0 : beat_q + 2'd1;
          owed_q <= owed - (pop && !m_mem ? {4'd0, m_count} : 10'd0);
        end
      end
      fv_assert u_beats (.hold_i(!pop || !m_mem || m_last == ({1'b0, beat_q} + 3'd1 == beats)));
      fv_assert u_stream (.hold_i(!pop || m_mem || !m_last || owed == {4'd0, m_count}));
      fv_cover u_raw (.seen_i(pop && m_last && m_mem && m_sectors == 3'd4));
      fv_cover u_zero (.seen_i(pop && m_last && m_mem && m_sectors == 3'd0));
      fv_cover u_full (.seen_i(pop && m_last && !m_mem && m_count == 6'(LANES)));
    end
  endgenerate
endmodule

`default_nettype wire
