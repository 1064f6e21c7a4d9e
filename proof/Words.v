(* Lemmas that turn the reading of a grammar into the words of a reader. *)

From Coq Require Import String List NArith Bool Lia.
From Urn Require Import Abnf Check.
Import ListNotations.
Open Scope N_scope.

(* A string without notes, and a delimiter whose last byte starts component k. *)
Fixpoint mark (k : N) (d : bytes) : list letter :=
  match d with
  | [] => []
  | [b] => [(b, k)]
  | b :: d' => (b, 0) :: mark k d'
  end.

Lemma shape_mark : forall k u, shape 0 k u -> u = mark k (map fst u).
Proof.
  intros k u [->|(v & a & -> & H)]; auto.
  rewrite map_app. cbn [map fst]. induction H as [|[b x] v Hx H IH]; cbn in *; auto.
  subst x. destruct (map fst v ++ [a]) eqn:E.
  - destruct v; discriminate.
  - rewrite IH; auto.
Qed.
Lemma mark_shape : forall k d, shape 0 k (mark k d) /\ map fst (mark k d) = d.
Proof.
  induction d as [|b d [IH E]]; [split; [left|]; auto|].
  destruct d as [|c d].
  - split; auto. right. exists [], b; auto.
  - change (mark k (b :: c :: d)) with ((b, 0) :: mark k (c :: d)). split.
    + destruct IH as [H|(v & a & H & F)]; [rewrite H in E; discriminate|].
      right. exists ((b, 0) :: v), a. rewrite H. split; auto.
    + cbn [map fst]. rewrite E; auto.
Qed.

Lemma reads_opt : forall g u, reads (Opt g) u <-> u = [] \/ reads g u.
Proof.
  intros g u. cbn [reads Opt]. split.
  - intros ([|v [|w l]] & -> & F & C); auto.
    + inversion F; subst. right. cbn. rewrite app_nil_r; auto.
    + unfold count in C; cbn in C; lia.
  - intros [->|H].
    + exists []. repeat split; auto; cbn; lia.
    + exists [u]. cbn. rewrite app_nil_r. repeat split; auto; cbn; lia.
Qed.
(* A quoted string without letters derives itself. *)
Lemma octet_only : forall n w, (n <? 256) = true -> inside [(97, 122)] (N.lor n 32) = false ->
  derives (Octet (fold n)) w -> map to_N w = [n].
Proof.
  intros n w Hn Hf (b & -> & H). unfold fold in H. rewrite Hf in H. cbn in H.
  destruct (N.leb_spec n (to_N b)); [|discriminate].
  destruct (N.leb_spec (to_N b) n); [|discriminate]. cbn. f_equal. lia.
Qed.
Lemma to_N_inj : forall u w, map to_N u = map to_N w -> u = w.
Proof.
  induction u as [|a u IH]; intros [|b w] H; try discriminate; auto.
  inversion H as [[E E']]. apply IH in E'. subst. f_equal.
  assert (X : of_N (to_N a) = of_N (to_N b)) by congruence.
  rewrite !of_to_N in X. congruence.
Qed.

Lemma derives_char : forall n b, to_N b = n -> inside [(97, 122)] (N.lor n 32) = false ->
  forall w, derives (Octet (fold n)) w <-> w = [b].
Proof.
  intros n b E Hf w. split.
  - intros H. apply octet_only in H; auto.
    + apply to_N_inj. rewrite H. cbn. congruence.
    + subst n. apply N.ltb_lt. pose proof (to_N_bounded b). lia.
  - intros ->. exists b. split; auto. unfold fold. rewrite Hf. cbn. subst n.
    rewrite N.leb_refl. auto.
Qed.
Lemma derives_two : forall g h b c, (forall w, derives g w <-> w = [b]) -> (forall w, derives h w <-> w = [c]) ->
  forall w, derives (Seq g h) w <-> w = [b; c].
Proof.
  intros g h b c Hg Hh w. cbn [derives]. split.
  - intros (u & v & -> & Hu & Hv). apply Hg in Hu. apply Hh in Hv. subst; auto.
  - intros ->. exists [b], [c]. repeat split; [apply Hg|apply Hh]; auto.
Qed.
Lemma reads_start : forall k g d, (forall w, derives g w <-> w = d) ->
  forall u, reads (Start k g) u <-> u = mark k d.
Proof.
  intros k g d H u. cbn [reads]. rewrite H. split.
  - intros [<- S]. apply shape_mark; auto.
  - intros ->. destruct (mark_shape k d); auto.
Qed.

Definition colon := [x3a].
Lemma derives_colon : forall w, derives (Text ":") w <-> w = colon.
Proof. apply (derives_char 58 x3a); reflexivity. Qed.
Lemma derives_hash : forall w, derives (Text "#") w <-> w = [x23].
Proof. apply (derives_char 35 x23); reflexivity. Qed.
Lemma derives_question : forall w, derives (Text "?") w <-> w = [x3f].
Proof. apply (derives_char 63 x3f); reflexivity. Qed.
Lemma derives_question_plus : forall w, derives (Text "?+") w <-> w = [x3f; x2b].
Proof. apply (derives_two (Octet (fold 63)) (Octet (fold 43))); apply derives_char; reflexivity. Qed.
Lemma derives_question_equals : forall w, derives (Text "?=") w <-> w = [x3f; x3d].
Proof. apply (derives_two (Octet (fold 63)) (Octet (fold 61))); apply derives_char; reflexivity. Qed.

(* What may be missing: nothing, or a delimiter that starts component k and the
   component. *)
Definition maybe (k : N) (d : bytes) (g : node) (u : list letter) : Prop :=
  u = [] \/ exists v, u = mark k d ++ v /\ reads g v.
Lemma reads_maybe : forall k t d g, (forall w, derives t w <-> w = d) ->
  forall u, reads (Opt (Seq (Start k t) g)) u <-> maybe k d g u.
Proof.
  intros k t d g H u. rewrite reads_opt. unfold maybe.
  assert (X : reads (Seq (Start k t) g) u <-> exists v, u = mark k d ++ v /\ reads g v); [|tauto].
  cbn [reads]. split.
  - intros (v & w & -> & Hv & Hw). apply (reads_start k t d H) in Hv. subst. exists w; auto.
  - intros (v & -> & Hv). exists (mark k d), v. repeat split; auto; try apply H; apply mark_shape.
Qed.
