// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_grp_dec under any entries, stall and reset, with fv_any_grp. PART chooses what is checked:
/// 0: handshake rules of the output, except err; it is zero while its valid is low.
/// 1: err is held; each entry gives exactly one group of 16 sectors, in order; it is an error if the entry is of
///    a wrong state or has another number of beats than its state has, and no other error if it is
///    of zeros or raw.
module fv_grp_dec #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_last_i,
    input wire logic [3:0]   s_state_i,
    input wire logic [87:0]  s_table_i,
    input wire logic         m_ready_i
);
  wire rst_n, s_ready, m_valid, m_last, m_err;
  wire [255:0] m_data;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_grp_dec u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_last_i, .s_state_i,
      .s_table_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
      .m_err_o(m_err));
  // Data may change while it is stalled: it is sampled when it is taken.
  fv_stream #(.WIDTH(1 + 4), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_last_i, s_state_i}));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(256 + 1)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data, m_last}));
      fv_assert u_zero (.hold_i(!rst_n || m_valid || {m_data, m_last, m_err} == '0));

    end else begin : g_groups
      // The entry that comes in: its state, beats up to 17, and whether it is settled if it is
      // wrong.
      logic [4:0] beats_q = 5'd0;
      logic [3:0] state_q = 4'd0, sector_q = 4'd0;
      logic settled_q = 1'b0;
      wire first = beats_q == 5'd0;
      wire [3:0] state = first ? s_state_i : state_q;
      wire [4:0] beats = beats_q == 5'd17 ? beats_q : beats_q + 5'd1;
      wire [4:0] due = state == 4'd0 || state > 4'd4 ? 5'd1
          : state == 4'd4 ? 5'd16 : {1'b0, state} + 5'd9;
      wire settled = push && !settled_q && (s_last_i || beats == due);
      // Groups that are inside and settled; wrong, fields: of the older one in bit 0.
      logic [1:0] groups_q = 2'd0, wrong_q = 2'd0, fields_q = 2'd0;
      wire wrong = state > 4'd4 || beats != due || !s_last_i;
      wire fields = state != 4'd0 && state < 4'd4;
      wire out = pop && m_last;
      wire [1:0] rest = groups_q - {1'b0, out};
      wire [1:0] rest_wrong = out ? {1'b0, wrong_q[1]} : wrong_q;
      wire [1:0] rest_fields = out ? {1'b0, fields_q[1]} : fields_q;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          beats_q <= 5'd0;
          sector_q <= 4'd0;
          settled_q <= 1'b0;
          groups_q <= 2'd0;
          wrong_q <= 2'd0;
          fields_q <= 2'd0;
        end else begin
          if (push) beats_q <= s_last_i ? 5'd0 : beats;
          if (push && first) state_q <= s_state_i;
          if (push) settled_q <= !s_last_i && (settled_q || settled);
          if (pop) sector_q <= sector_q + 4'd1;
          groups_q <= rest + {1'b0, settled};
          wrong_q <= rest_wrong | ({1'b0, settled && wrong} << rest[0]);
          fields_q <= rest_fields | ({1'b0, settled && fields} << rest[0]);
        end
      end
      fv_stream #(.WIDTH(1)) u_err (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_err));
      fv_assert u_two (.hold_i(groups_q != 2'd3));
      fv_assert u_last (.hold_i(!rst_n || !m_valid || m_last == (sector_q == 4'd15)));
      fv_assert u_group (.hold_i(!rst_n || !m_last || groups_q != 2'd0));
      fv_assert u_wrong (.hold_i(!rst_n || !m_last || !wrong_q[0] || m_err));
      fv_assert u_good (.hold_i(!rst_n || !m_last || wrong_q[0] || fields_q[0] || !m_err));
      fv_cover u_both (.seen_i(groups_q == 2'd2));
      fv_cover u_fields (.seen_i(out && fields_q[0] && !m_err));
    end
  endgenerate
endmodule

`default_nettype wire
